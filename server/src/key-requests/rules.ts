import { CODE_LENGTH } from '@daftar/contract/key-requests';

/** Returns a code as displayed: `BCDF-GHJK`. */
export const shownCode = (code: string): string =>
  `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
