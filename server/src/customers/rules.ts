import { compactNumber } from '@daftar/contract/text';

/** One row of an import by field, as in the sheet. */
type RawRow = Record<string, string>;

/** A spreadsheet takes 01001234567 for a number and drops its leading zero. */
const LOST_ZERO = /^1[0125]\d{8}$/;

/** Normalizes a row of an import. */
export function tidyRow(raw: RawRow): RawRow {
  const mobile = compactNumber(raw.mobile ?? '');
  return LOST_ZERO.test(mobile) ? { ...raw, mobile: `0${mobile}` } : raw;
}

/** The unique fields of one row. */
export interface Unique {
  email: string;
  mobile: string;
  nationalId: string;
}

/** Values that are taken; grows with each row to be added. */
export class Taken {
  readonly #emails: Set<string>;
  readonly #mobiles: Set<string>;
  readonly #nationalIds: Set<string>;

  constructor(known: { emails: string[]; mobiles: string[]; nationalIds: string[] }) {
    this.#emails = new Set(known.emails);
    this.#mobiles = new Set(known.mobiles);
    this.#nationalIds = new Set(known.nationalIds);
  }

  /**
   * Takes a row's e-mail, mobile and national id, unless one of them is taken. A refused row takes nothing, as it is
   * not added.
   */
  take({ email, mobile, nationalId }: Unique): boolean {
    if (this.#emails.has(email) || this.#mobiles.has(mobile)) return false;
    if (nationalId !== '' && this.#nationalIds.has(nationalId)) return false;
    this.#emails.add(email);
    this.#mobiles.add(mobile);
    if (nationalId !== '') this.#nationalIds.add(nationalId);
    return true;
  }
}
