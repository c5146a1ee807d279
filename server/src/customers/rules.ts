import {
  CUSTOMER_EVENTS,
  type CustomerEventKind,
  type MergedField,
  type MergeFormValues,
} from '@daftar/contract/customer-page';
import type { CustomerFormValues } from '@daftar/contract/customers';
import { compactPhone } from '@daftar/contract/egypt';
import { digitsTyped } from '../platform/sheets/tidy.ts';

/** One row of an import by field, as in the sheet. */
type RawRow = Record<string, string>;

/** A spreadsheet reads 01001234567 as a number and drops its leading zero. */
const LOST_ZERO = /^1[0125]\d{8}$/;

/** Normalizes a row of an import. */
export function tidyRow(raw: RawRow): RawRow {
  const mobile = digitsTyped(raw.mobile ?? '');
  const digits = compactPhone(mobile);
  return {
    ...raw,
    mobile: LOST_ZERO.test(digits) ? `0${digits}` : mobile,
    nationalId: digitsTyped(raw.nationalId ?? ''),
  };
}

/** The unique fields of one row. */
export interface Unique {
  email: string;
  mobile: string;
  nationalId: string;
}

/** Values that are taken, including those of each row to be added. */
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
   * Takes a row's e-mail, mobile and national id, unless one of them is taken. A refused row takes none, as it is not
   * added.
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

/** The position of an entry in a timeline; entries of the same time are ordered by kind and id. */
export interface Place {
  kind: CustomerEventKind;
  rowId: number;
  at: Date;
}

/** `1781514000000-payment-17` */
export const placeText = ({ kind, rowId, at }: Place): string => `${at.getTime()}-${kind}-${rowId}`;

/** Parses a place that the contract has validated. */
export function readPlace(text: string): Place {
  const [moment = '', kind = '', id = ''] = text.split('-');
  return {
    at: new Date(Number(moment)),
    kind: CUSTOMER_EVENTS.find((each) => each === kind)!,
    rowId: Number(id),
  };
}

/** Two customers, one of which remains. */
interface Merged extends CustomerFormValues {
  tags: readonly string[];
}

/**
 * Returns the result of merging two customers: for each field the chosen value, or the other if that is empty, and
 * all tags; and the contacts that are lost.
 */
export function mergedOf(
  mine: Merged,
  other: Merged,
  keep: MergeFormValues['keep'],
): { kept: Merged; former: { email: string; mobile: string } } {
  const choose = (field: MergedField) => {
    const [first, second] = keep[field] === 'this' ? [mine, other] : [other, mine];
    return first[field] === '' ? second[field] : first[field];
  };
  const kept = {
    name: choose('name'),
    email: choose('email'),
    mobile: choose('mobile'),
    nationalId: choose('nationalId'),
    description: choose('description'),
    tags: [...new Set([...mine.tags, ...other.tags])],
  };
  const leftOf = (field: 'email' | 'mobile') => (keep[field] === 'this' ? other[field] : mine[field]);
  return { kept, former: { email: leftOf('email'), mobile: leftOf('mobile') } };
}
