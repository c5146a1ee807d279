import { compactNumber } from '@daftar/contract/text';

/** What one row of an import says, by field, as the sheet holds it. */
type RawRow = Record<string, string>;

/** A spreadsheet takes 01001234567 for a number and drops its zero. */
const LOST_ZERO = /^1[0125]\d{8}$/;

/** A row of an import as a person meant it. */
export function tidyRow(raw: RawRow): RawRow {
  const mobile = compactNumber(raw.mobile ?? '');
  return LOST_ZERO.test(mobile) ? { ...raw, mobile: `0${mobile}` } : raw;
}

/** What no two customers share, of one row. */
export interface Unique {
  email: string;
  mobile: string;
  nationalId: string;
}

/** What is taken already; grows with each row that will be added. */
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
   * Takes a row's e-mail, mobile and national id for it, unless one of them is another's already. What a refused row
   * holds stays free: that row is not added.
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
