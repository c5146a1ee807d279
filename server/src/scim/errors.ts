/** Errors in SCIM's own form (RFC 7644, 3.12). */
import type { MessageRef } from '@daftar/contract/validate';

/** Machine-readable reason for status 400 or 409. */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'tooMany';

/** An error for the directory. */
export class ScimError extends Error {
  readonly status: number;
  readonly ref: MessageRef;
  readonly scimType: ScimType | undefined;

  /** @param key of the catalogue `scim` */
  constructor(status: number, key: string, how: { scimType?: ScimType; params?: MessageRef['params'] } = {}) {
    super(key);
    this.status = status;
    this.ref = { key: `scim.${key}`, ...(how.params ? { params: how.params } : {}) };
    this.scimType = how.scimType;
  }
}

/** 400: an attribute has an invalid value. */
export const invalidValue = (attribute: string, key = 'invalidValue', params: MessageRef['params'] = {}) =>
  new ScimError(400, key, { scimType: 'invalidValue', params: { attribute, ...params } });

/** 400: the body is invalid for this call. */
export const invalidSyntax = (key = 'invalidSyntax') =>
  new ScimError(400, key, { scimType: 'invalidSyntax' });

/** The attributes by which lists can be filtered. */
const FILTERS = {
  people: 'id, userName, externalId, emails.value, active',
  groups: 'id, displayName, externalId, members.value',
};

/** 400: an unsupported filter. */
export const invalidFilter = () =>
  new ScimError(400, 'invalidFilter', { scimType: 'invalidFilter', params: FILTERS });

/** 404: no resource of this business has this id. */
export const notFound = () => new ScimError(404, 'notFound');

/** 400: the attribute does not exist. */
export const invalidPathOf = (path: string) =>
  new ScimError(400, 'invalidPath', { scimType: 'invalidPath', params: { path: path.slice(0, 200) } });
