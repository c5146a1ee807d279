import * as fc from 'fast-check';

/** Surrogates are not characters. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Arbitrary characters, for `unit` of `fc.string`: the same as `binary`, without its list of all 1.1 million, which
 * takes each process a second and 100 MB.
 */
export const ANY_CHARACTER = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count));
