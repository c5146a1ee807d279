/** People and groups as a directory reads them. */

import type { GroupRow, PersonRow } from './directory.ts';
import { GROUP, LIST, USER } from './schemas.ts';

type Resource = Record<string, unknown>;

const refOf = (base: string, endpoint: 'Users' | 'Groups', id: number) => `${base}/${endpoint}/${id}`;

const metaOf = (
  base: string,
  endpoint: 'Users' | 'Groups',
  { id, createdAt, updatedAt }: { id: number; createdAt: Date; updatedAt: Date },
) => ({
  resourceType: endpoint.slice(0, -1),
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
  location: refOf(base, endpoint, id),
});

/** Returns a person as a resource. @param base `https://…/scim/v2` */
export const personResource = (base: string, row: PersonRow): Resource => ({
  schemas: [USER],
  id: String(row.id),
  ...(row.directoryId === null ? {} : { externalId: row.directoryId }),
  meta: metaOf(base, 'Users', row),
  userName: row.email,
  ...(row.firstName === undefined
    ? {}
    : {
        name: {
          formatted: `${row.firstName} ${row.lastName}`,
          givenName: row.firstName,
          familyName: row.lastName,
        },
        displayName: `${row.firstName} ${row.lastName}`,
      }),
  ...(row.locale === undefined ? {} : { preferredLanguage: row.locale }),
  active: row.isActive,
  emails: [{ value: row.email, type: 'work', primary: true }],
  ...(row.mobile ? { phoneNumbers: [{ value: `+2${row.mobile}`, type: 'mobile', primary: true }] } : {}),
  groups: row.groups.map(({ id, name }) => ({
    value: String(id),
    $ref: refOf(base, 'Groups', id),
    display: name,
    type: 'direct',
  })),
  roles: row.roleId === null ? [] : [{ value: String(row.roleId), display: row.roleName, primary: true }],
});

/** Returns a group as a resource. @param members null omits them */
export const groupResource = (
  base: string,
  row: GroupRow,
  members: readonly { id: number; name: string }[] | null,
): Resource => ({
  schemas: [GROUP],
  id: String(row.id),
  ...(row.directoryId === null ? {} : { externalId: row.directoryId }),
  meta: metaOf(base, 'Groups', row),
  displayName: row.name,
  ...(members === null
    ? {}
    : {
        members: members.map(({ id, name }) => ({
          value: String(id),
          $ref: refOf(base, 'Users', id),
          display: name,
          type: 'User',
        })),
      }),
});

/** Returns one page of a list. @param startIndex index of its first resource, from 1 */
export const listOf = (resources: readonly unknown[], totalResults: number, startIndex: number) => ({
  schemas: [LIST],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** The attributes of a reply: only some besides those that it always has, or all except some. Names in lower case. */
export interface Projection {
  only: ReadonlySet<string> | null;
  without: ReadonlySet<string>;
}

const ALWAYS = new Set(['id', 'schemas']);

/** Returns whether an attribute is in the reply. */
export const isAsked = ({ only, without }: Projection, name: string): boolean => {
  const lower = name.toLowerCase();
  return ALWAYS.has(lower) || (only === null ? !without.has(lower) : only.has(lower));
};

/** Removes attributes that are not requested, and parts of complex ones. */
export function projected(resource: Resource, projection: Projection): Resource {
  const { only, without } = projection;
  if (only === null && without.size === 0) return resource;
  const kept: Resource = {};
  for (const [name, value] of Object.entries(resource)) {
    if (isAsked(projection, name)) kept[name] = partsOf(name, value, without);
    else if (only !== null) {
      const parts = partsIn(name, value, (part) => only.has(part));
      if (parts !== undefined) kept[name] = parts;
    }
  }
  return kept;
}

const partsOf = (name: string, value: unknown, without: ReadonlySet<string>) =>
  without.size === 0 ? value : (partsIn(name, value, (part) => !without.has(part)) ?? value);

/** Returns the requested parts of a value; undefined for one without parts, or without a requested one. */
function partsIn(name: string, value: unknown, isWanted: (part: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const each = value.map((one) => partsIn(name, one, isWanted));
    return each.some((one) => one !== undefined) ? each : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).filter(([part]) => isWanted(`${name}.${part}`.toLowerCase()));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
