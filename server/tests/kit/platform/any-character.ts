import * as fc from 'fast-check';

/** Surrogates stand for no character. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character, as `unit` of `fc.string`: what `binary` gives, without its list of all 1.1 million, which takes each process a
 * second and 100 MB.
 */
export const ANY_CHARACTER = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count));
