import { createRequire } from 'node:module';

/**
 * Stands for `@node-rs/argon2` in tests (vitest.config.ts): hashes cost no time, because thousands of test people get
 * passwords. A hash says what it cost, so one of another cost is verified as ever.
 */
const real: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export const hash: typeof real.hash = (password, options) => real.hash(password, { ...options, ...CHEAP });
export const hashRaw: typeof real.hashRaw = (password, options) =>
  real.hashRaw(password, { ...options, ...CHEAP });
export const { verify } = real;
