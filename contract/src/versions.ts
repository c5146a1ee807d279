/** Versions of the API by the day on which they appeared, oldest first. What each changes is told at `/docs/changelog`. */
export const API_VERSIONS = ['2026-11-22', '2026-11-26', '2026-11-27'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** Answers sessions, and keys made before there were versions. */
export const FIRST_VERSION: ApiVersion = API_VERSIONS[0];
/** New keys have it. */
export const LATEST_VERSION: ApiVersion = '2026-11-27';

/** Asks for a version in a request, and tells in the reply which one answered. */
export const VERSION_HEADER = 'Daftar-Version';

export const isVersion = (value: string): value is ApiVersion =>
  (API_VERSIONS as readonly string[]).includes(value);

/** Whether a version refuses fields and filters that a call does not have. */
export const isStrict = (version: ApiVersion): boolean => version >= '2026-11-26';
