/** Versions of the API by release date, oldest first. `/docs/changelog` describes the changes of each. */
export const API_VERSIONS = ['2026-11-22', '2026-11-26', '2026-11-27'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** The version for sessions, and for keys created before versions existed. */
export const FIRST_VERSION: ApiVersion = API_VERSIONS[0];
/** The version of new keys. */
export const LATEST_VERSION: ApiVersion = '2026-11-27';

/** Requests a version; in the reply, names the version that was used. */
export const VERSION_HEADER = 'Daftar-Version';

export const isVersion = (value: string): value is ApiVersion =>
  (API_VERSIONS as readonly string[]).includes(value);

/** Returns whether a version refuses fields and filters that a call does not have. */
export const isStrict = (version: ApiVersion): boolean => version >= '2026-11-26';
