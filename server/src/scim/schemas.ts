/** Describes this service to a directory: its capabilities, and the supported attributes (RFC 7643, 5 to 7). */

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Maximum number of people or groups in one page. */
export const PAGE_MAXIMUM = 100;
/** Maximum number of groups in one page that lists members, because each group may contain all people. */
export const GROUPS_WITH_MEMBERS_MAXIMUM = 10;
/** Maximum number of people that a directory may provision here, and so of members of a group. */
export const PEOPLE_MAXIMUM = 2_000;
export const GROUPS_MAXIMUM = 500;
/** Maximum number of changes in one request. */
export const OPERATIONS_MAXIMUM = 1_000;

interface Attribute {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: Record<string, Attribute>;
}
/** Returns the description of an attribute in the language of the request. */
type Describe = (attribute: string) => string;

/** Expands attributes with all defaults of the standard. */
const written = (attributes: Record<string, Attribute>, describe: Describe): Record<string, unknown>[] =>
  Object.entries(attributes).map(([name, { type = 'string', subAttributes, ...more }]) => ({
    name,
    type,
    description: describe(name),
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
    ...(subAttributes ? { subAttributes: written(subAttributes, describe) } : {}),
  }));

const readOnly = { mutability: 'readOnly' } as const;
const immutable = { mutability: 'immutable' } as const;
const ofType = (name: string, more: Attribute = {}): Attribute => ({ canonicalValues: [name], ...more });
const list = (subAttributes: Record<string, Attribute>, more: Attribute = {}): Attribute => ({
  type: 'complex',
  multiValued: true,
  subAttributes,
  ...more,
});
const one = (type: string) => list({ value: {}, type: ofType(type), primary: { type: 'boolean' } });
const refersTo = (type: string, more: Attribute): Attribute => ({
  type: 'reference',
  referenceTypes: [type],
  ...more,
});

const USER_ATTRIBUTES: Record<string, Attribute> = {
  userName: { required: true, uniqueness: 'server' },
  externalId: { caseExact: true },
  name: {
    type: 'complex',
    required: true,
    subAttributes: { formatted: readOnly, givenName: { required: true }, familyName: { required: true } },
  },
  displayName: readOnly,
  preferredLanguage: {},
  active: { type: 'boolean' },
  emails: one('work'),
  phoneNumbers: one('mobile'),
  groups: list(
    {
      value: readOnly,
      $ref: refersTo('Group', readOnly),
      display: readOnly,
      type: ofType('direct', readOnly),
    },
    readOnly,
  ),
  roles: list({ value: readOnly, display: readOnly, primary: { type: 'boolean', ...readOnly } }, readOnly),
};

const GROUP_ATTRIBUTES: Record<string, Attribute> = {
  displayName: { required: true, caseExact: true, uniqueness: 'server' },
  externalId: { caseExact: true },
  members: list({
    value: immutable,
    $ref: refersTo('User', immutable),
    display: readOnly,
    type: ofType('User', immutable),
  }),
};

const RESOURCES = [
  { id: 'User', endpoint: '/Users', schema: USER },
  { id: 'Group', endpoint: '/Groups', schema: GROUP },
] as const;

/** The attributes of people that a directory stores. */
export interface Kept {
  /** Attributes of a person that are accepted but not stored, besides those that no directory stores; in lower case. */
  notKept: ReadonlySet<string>;
  /** True if an address cannot change once set. */
  isAddressFixed: boolean;
}

/** Returns the attributes of people that a directory stores. */
function userAttributesOf({ notKept, isAddressFixed }: Kept): Record<string, Attribute> {
  const kept = Object.entries(USER_ATTRIBUTES).filter(([name]) => !notKept.has(name.toLowerCase()));
  const { userName, ...more } = Object.fromEntries(kept);
  return { userName: { ...userName, ...(isAddressFixed ? immutable : {}) }, ...more };
}

/** Returns the schemas of people and groups. @param base `https://…/scim/v2` */
export const schemasOf = (base: string, describe: Describe, kept: Kept) =>
  RESOURCES.map(({ id: name, schema: id }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description: describe(name),
    attributes: written(name === 'User' ? userAttributesOf(kept) : GROUP_ATTRIBUTES, (attribute) =>
      describe(`${name}.${attribute}`),
    ),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));

/** Returns the types of resources. */
export const resourceTypesOf = (base: string, describe: Describe) =>
  RESOURCES.map(({ id, endpoint, schema }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    description: describe(id),
    endpoint,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));

/** Returns the capabilities of this service. @param home the product's URL */
export const providerConfigOf = (base: string, describe: Describe, home: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${home}/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MAXIMUM },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: describe('token'),
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
