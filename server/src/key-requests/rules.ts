import { randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS } from '@daftar/contract/key-requests';

/** A new code for people, without its hyphen. */
export function newUserCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}

/** A code as it is shown: `BCDF-GHJK`. */
export const shownCode = (code: string): string =>
  `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
