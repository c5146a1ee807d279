/** Lists of blocked and trusted payers, networks and cards, and the facts of a payment. */

import { MOBILE_PATTERN, normaliseMobile } from '@daftar/contract/egypt';
import type { FieldKey } from '@daftar/contract/error-codes';
import { maskMobile } from '@daftar/contract/masks';
import {
  type EntryKind,
  type RiskEntry,
  type RiskEntryForm,
  type RiskListForm,
  TYPED_ENTRY_KINDS,
} from '@daftar/contract/ops-risk-entries';
import type { RiskPayment } from '@daftar/contract/ops-risk-reviews';
import type { Paging } from '@daftar/contract/paging';
import { toLatinDigits } from '@daftar/contract/text';
import { at, opsList } from '../ops-lists/list.ts';
import type { App, Operator } from '../platform/context.ts';
import { parseRange } from '../platform/http/addresses.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { FactUnknown, RiskNotFound } from './errors.ts';
import { keyOf, readAddress } from './facts.ts';
import { addEntry } from './lift.ts';
import * as store from './store-entries.ts';
import * as facts from './store-facts.ts';
import { findReview } from './store-reviews.ts';

const NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Returns the ISO 3166 code of a country, also for a common alias (UK). @returns null if there is no such country */
function countryOf(typed: string): string | null {
  if (!/^[a-z]{2}$/i.test(typed)) return null;
  const { region = '' } = new Intl.Locale(`und-${typed}`);
  return region === 'ZZ' || REGIONS.of(region) === undefined ? null : region;
}

/** Parses the typed value by kind. @returns the value to compare and the one to show; null if it is invalid */
function readTyped(kind: EntryKind, typed: string): { value: string; shown: string } | null {
  const value = toLatinDigits(typed.trim());
  switch (kind) {
    case 'mobile': {
      const mobile = normaliseMobile(value);
      return MOBILE_PATTERN.test(mobile) ? { value: mobile, shown: maskMobile(mobile) } : null;
    }
    case 'address': {
      const address = readAddress(value);
      return address && { value: address.address, shown: address.shown };
    }
    case 'network': {
      const range = parseRange(value);
      const address = range && readAddress(range[0].toString());
      if (!address || range[1] !== NETWORK_BITS[address.kind]) return null;
      return { value: address.network, shown: address.network };
    }
    case 'bin':
      return /^\d{6}$/.test(value) ? { value, shown: value } : null;
    case 'country': {
      const country = countryOf(value);
      return country === null ? null : { value: country, shown: country };
    }
    default:
      return null;
  }
}

const WRONG: Record<EntryKind, FieldKey> = {
  mobile: 'InvalidMobile',
  address: 'InvalidIp',
  network: 'RiskNetwork',
  bin: 'RiskBin',
  country: 'RiskCountry',
  card: 'Invalid',
};

/** Checks the expiry day of an entry. @throws InvalidError for a day that has passed */
function endOf(app: App, lastDay: string | null | undefined): Date | null {
  if (!lastDay) return null;
  if (lastDay < cairoDay(app.clock.now())) throw InvalidError.field('last_day', 'DateInPast');
  return startOfCairoDay(nextDay(lastDay));
}

/** Adds a typed value to a list. @throws InvalidError, ListedAlready, WaitsAlready */
export function addTyped(app: App, operator: Operator, form: RiskEntryForm): Promise<'done' | 'asked'> {
  const { list, kind, reason } = form;
  const read = readTyped(kind, form.value);
  if (!read) throw InvalidError.field('value', WRONG[kind], { entry: form.value });
  const expiresAt = endOf(app, form.last_day);
  const key = keyOf(app, kind, read.value);
  return addEntry(app, operator, { list, kind, key, shown: read.shown, reason, expiresAt });
}

/** Returns the fact of a payment that can be listed, by kind. */
function factOf(row: facts.FactsRow, kind: EntryKind): { key: Buffer; shown: string } | null {
  const networkShown = row.addressKind === 'ipv4' ? row.addressShown?.replace('•', '0/24') : row.addressShown;
  const cardShown = row.last4 === null ? '••••' : `${row.bin ?? ''} •••• ${row.last4}`.trim();
  const known: Record<EntryKind, [Buffer | null, string | null | undefined]> = {
    mobile: [row.mobileKey, row.mobileShown],
    address: [row.addressKey, row.addressShown],
    network: [row.networkKey, networkShown],
    card: [row.cardKey, cardShown],
    bin: [row.bin === null ? null : Buffer.from(row.bin, 'utf8'), row.bin],
    country: [row.country === null ? null : Buffer.from(row.country, 'utf8'), row.country],
  };
  const [key, shown] = known[kind];
  return key && shown ? { key, shown } : null;
}

/** Adds a fact of a payment to a list. @throws RiskNotFound, FactUnknown, InvalidError, ListedAlready, WaitsAlready */
export async function addOfPayment(
  app: App,
  operator: Operator,
  { merchantId, id }: { merchantId: number; id: number },
  form: RiskListForm,
): Promise<'done' | 'asked'> {
  const { list, kind, reason } = form;
  if (!(await facts.paymentExists(app.db, merchantId, id))) throw new RiskNotFound();
  const row = await facts.findFacts(app.db, merchantId, id);
  const found = row && factOf(row, kind);
  if (!found) throw new FactUnknown();
  const expiresAt = endOf(app, form.last_day);
  return addEntry(app, operator, { list, kind, ...found, reason, expiresAt });
}

/** Returns the stored keys of a typed value, for each kind that it can be. */
function keysOf(app: App, typed: string): Buffer[] {
  return TYPED_ENTRY_KINDS.flatMap((kind) => {
    const read = readTyped(kind, typed.trim());
    return read ? [keyOf(app, kind, read.value)] : [];
  });
}

/** The list of active entries, as a page and as a file. */
export const entries = opsList<
  Paging<'created_at' | 'expires_at'>,
  store.EntryFilters,
  store.EntryRow,
  RiskEntry
>({
  what: 'risk-entries',
  find: (app, paging, filters) => {
    const found = { ...filters, keys: keysOf(app, filters.q ?? '') };
    return (db) => store.entrySource(db, paging, found, app.clock.now());
  },
  wireOf: (row) => ({
    id: row.id,
    list: row.list,
    kind: row.kind,
    shown: row.shown,
    reason: row.reason,
    added_by: row.addedBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
  }),
  cells: (say) => ({
    value: (row) => row.shown,
    kind: (row) => say(`ops.entryKind.${row.kind}`),
    list: (row) => say(`ops.entryList.${row.list}`),
    reason: (row) => row.reason,
    addedBy: (row) => row.added_by,
    created: (row) => at(row.created_at),
    expires: (row) => at(row.expires_at),
  }),
});

/** Reads the facts of a payment, and the rules' outcome. @throws RiskNotFound */
export async function readPayment(app: App, merchantId: number, id: number): Promise<RiskPayment> {
  if (!(await facts.paymentExists(app.db, merchantId, id))) throw new RiskNotFound();
  const row = await facts.findFacts(app.db, merchantId, id);
  const matches = await facts.listMatches(app.db, merchantId, id);
  const review = await findReview(app.db, merchantId, id);
  return {
    facts: row
      ? {
          outcome: row.outcome,
          mobile: row.mobileShown,
          address: row.addressShown,
          address_kind: row.addressKind,
          country: row.country,
          bin: row.bin,
          has_card: row.cardKey !== null,
          same_mobile: row.sameMobile,
          same_address: row.sameAddress,
        }
      : null,
    matches: matches.map(({ ruleId, name, outcome }) => ({ rule: { id: ruleId, name }, outcome })),
    review: review
      ? {
          state: review.state,
          waiting_since: review.waitingSince?.toISOString() ?? null,
          decided_by: review.decidedBy,
          decided_at: review.decidedAt?.toISOString() ?? null,
          reason: review.reason,
        }
      : null,
  };
}
