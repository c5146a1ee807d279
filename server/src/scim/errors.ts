/** Errors in SCIM's own form (RFC 7644, 3.12). */
import type { MessageRef } from '@daftar/contract/validate';

/** Why a request with status 400 or 409 was refused, for programs. */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'tooMany';

/** What the directory is told. */
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

/** 400: an attribute has a value that it does not take. */
export const invalidValue = (attribute: string, key = 'invalidValue', params: MessageRef['params'] = {}) =>
  new ScimError(400, key, { scimType: 'invalidValue', params: { attribute, ...params } });

/** 400: the body is not what this call takes. */
export const invalidSyntax = (key = 'invalidSyntax') =>
  new ScimError(400, key, { scimType: 'invalidSyntax' });

/** What lists can be filtered by. */
const FILTERS = {
  people: 'id, userName, externalId, emails.value, active',
  groups: 'id, displayName, externalId, members.value',
};

/** 400: a filter that we do not know. */
export const invalidFilter = () =>
  new ScimError(400, 'invalidFilter', { scimType: 'invalidFilter', params: FILTERS });

/** 404: nobody and nothing of this business has this id. */
export const notFound = () => new ScimError(404, 'notFound');

/** 400: there is no such attribute. */
export const invalidPathOf = (path: string) =>
  new ScimError(400, 'invalidPath', { scimType: 'invalidPath', params: { path: path.slice(0, 200) } });
