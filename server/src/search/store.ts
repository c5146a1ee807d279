import { compactPhone, normaliseMobile } from '@daftar/contract/egypt';
import { parsePounds } from '@daftar/contract/money';
import type { PayoutState } from '@daftar/contract/payouts';
import { MAX_FOUND_PER_KIND } from '@daftar/contract/search';
import { searchKey } from '@daftar/contract/search-key';
import { toLatinDigits } from '@daftar/contract/text';
import { newestNamed } from '../integration-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { plannedForItsValues, type Sql } from '../platform/lists/page.ts';
import { containsPattern, referencePattern, typedText, wholeReference } from '../platform/lists/search.ts';

/** A search result; `total` in hundredths of its currency. */
export interface FoundRow {
  id: number;
  title: string;
  reference: string;
  total: number | null;
  currency: string | null;
  status: number | null;
  /** For a transaction that is a payout. */
  payoutState?: PayoutState | null;
  payoutId?: number | null;
  createdAt: Date;
}

/** Shorter text has no trigrams for the index. */
const LEAST_TEXT = 3;
const REFERENCE = /^(?:[A-Z]{3}-)?[0-9A-HJKMNPQRSTVWXYZOIL]{3,8}$/i;
const WHOLE_REFERENCE = /^[A-Z]{3}-[0-9A-Z]{8}$/i;
const PHONE = /^\+?\d{4,15}$/;

/** The possible meanings of a query; null for an impossible one. */
export interface Meaning {
  /** A pattern for text columns made by `search_key`. */
  text: string | null;
  /** The same, if it reads as a phone number. */
  phone: string | null;
  reference: string | null;
  /** The complete query as `search_key` makes it. */
  whole: string;
  /** A complete reference whose prefix names its kind. */
  about: string | null;
  piastres: number | null;
  /** As typed, for the merchant's own references; null if it cannot be one. */
  own: string;
}

/** Interprets a query in every possible way. */
export function meaningOf(typed: string): Meaning {
  const query = typedText(typed);
  const latin = toLatinDigits(query);
  const phone = PHONE.test(compactPhone(query))
    ? normaliseMobile(query).replace(/^(?:\+20|0020)0?/, '0')
    : null;
  return {
    text: query.length >= LEAST_TEXT ? containsPattern(query) : null,
    phone: phone ? containsPattern(phone) : null,
    reference: REFERENCE.test(latin) ? latin : null,
    whole: searchKey(query),
    about: WHOLE_REFERENCE.test(latin) ? wholeReference(latin, '') : null,
    piastres: parsePounds(latin),
    own: query,
  };
}

/** Searches a table for each meaning separately, so that each uses its index; newest first. */
async function findIn(
  db: Db,
  scope: Scope,
  table: string,
  columns: Sql,
  ways: readonly (Sql | null)[],
): Promise<FoundRow[]> {
  const from = db`${db.unsafe(table)} t where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode}`;
  const each = ways
    .filter((way) => way !== null)
    .map((way) => db`(select t.id from ${from} and ${way} order by t.id desc limit ${MAX_FOUND_PER_KIND})`);
  const [first, ...rest] = each;
  if (!first) return [];
  const ids = rest.reduce<Sql>((sofar, way) => db`${sofar} union ${way}`, first);
  return plannedForItsValues(db<FoundRow[]>`
    select ${columns} from ${from} and t.id in (${ids}) order by t.id desc limit ${MAX_FOUND_PER_KIND}`);
}

const referenceOf = (db: Db, { reference }: Meaning, kind: string) =>
  reference === null ? null : db`t.reference like ${referencePattern(reference, kind)}`;

const isOwn = (db: Db, { own }: Meaning) => db`t.merchant_reference = ${own}`;

/** Finds payments and payouts by reference, value in EGP, or payer. */
export function findTransactions(db: Db, scope: Scope, meaning: Meaning): Promise<FoundRow[]> {
  const payer = db`search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile)`;
  const columns = db`
    t.id, t.customer_name as title, t.reference, t.total, t.currency, t.status, t.created_at as "createdAt",
    case when t.is_payout then (
      select p.state from payouts p where p.merchant_id = t.merchant_id and p.id = t.source_id) end as "payoutState",
    case when t.is_payout then t.source_id end as "payoutId"`;
  return findIn(db, scope, 'transactions', columns, [
    referenceOf(db, meaning, 'TRX'),
    meaning.piastres === null ? null : db`t.value_piastres = ${meaning.piastres}`,
    meaning.text === null ? null : db`${payer} like ${meaning.text}`,
    meaning.phone === null ? null : db`${payer} like ${meaning.phone}`,
    ...newestNamed(db, scope, meaning.own, MAX_FOUND_PER_KIND),
  ]);
}

/** Finds invoices by reference, total, name, or customers' names. */
export function findInvoices(db: Db, scope: Scope, meaning: Meaning, now: Date): Promise<FoundRow[]> {
  const columns = db`
    t.id, t.invoice_name as title, t.reference, t.total, t.currency, invoice_status(t.status, t.due_at, ${now}) as status,
    t.created_at as "createdAt"`;
  return findIn(db, scope, 'invoices', columns, [
    referenceOf(db, meaning, 'INV'),
    meaning.piastres === null ? null : db`t.total = ${meaning.piastres}`,
    meaning.text === null ? null : db`t.invoice_name_key like ${meaning.text}`,
    meaning.text === null ? null : db`t.customers_key like ${meaning.text}`,
    isOwn(db, meaning),
  ]);
}

/** Finds links by reference, total or name. */
export function findLinks(db: Db, scope: Scope, meaning: Meaning, now: Date): Promise<FoundRow[]> {
  const columns = db`
    t.id, t.invoice_name as title, t.reference, t.total, t.currency, link_status(t.status, t.due_at, ${now}) as status,
    t.created_at as "createdAt"`;
  return findIn(db, scope, 'payment_links', columns, [
    referenceOf(db, meaning, 'LNK'),
    meaning.piastres === null ? null : db`t.total = ${meaning.piastres}`,
    meaning.text === null ? null : db`t.invoice_name_key like ${meaning.text}`,
    isOwn(db, meaning),
  ]);
}

/** Finds customers by name, e-mail or mobile; archived ones too, but none that was merged into another. */
export function findCustomers(db: Db, scope: Scope, meaning: Meaning): Promise<FoundRow[]> {
  const columns = db`
    t.id, t.name as title, t.mobile as reference, null::bigint as total, null::text as currency,
    null::smallint as status, t.created_at as "createdAt"`;
  return findIn(db, scope, 'customers', columns, [
    meaning.text === null ? null : db`t.search_text like ${meaning.text} and t.state <> 2`,
    meaning.phone === null ? null : db`t.search_text like ${meaning.phone} and t.state <> 2`,
    isOwn(db, meaning),
  ]);
}

/** Finds store orders by reference, amount or customer. */
export function findOrders(db: Db, scope: Scope, meaning: Meaning): Promise<FoundRow[]> {
  const shopper = db`search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile)`;
  const columns = db`
    t.id, t.customer_name as title, t.reference, t.amount_piastres as total, 'EGP' as currency, t.status,
    t.created_at as "createdAt"`;
  return findIn(db, scope, 'orders', columns, [
    referenceOf(db, meaning, 'ORD'),
    meaning.piastres === null ? null : db`t.amount_piastres = ${meaning.piastres}`,
    meaning.text === null ? null : db`${shopper} like ${meaning.text}`,
    meaning.phone === null ? null : db`${shopper} like ${meaning.phone}`,
    isOwn(db, meaning),
  ]);
}

/** Finds products on sale by code, price, or words in name, code and description. */
export function findProducts(db: Db, scope: Scope, meaning: Meaning): Promise<FoundRow[]> {
  const columns = db`
    t.id, t.name as title, t.code as reference, t.price_piastres as total, 'EGP' as currency, null::smallint as status,
    t.created_at as "createdAt"`;
  const sold = db`t.removed_at is null`;
  return findIn(db, scope, 'products', columns, [
    db`${sold} and t.code_key = ${meaning.whole}`,
    meaning.piastres === null ? null : db`${sold} and t.price_piastres = ${meaning.piastres}`,
    meaning.text === null ? null : db`${sold} and t.search_text like ${meaning.text}`,
  ]);
}

/** Finds tickets by number, by the reference that they are about, or by their first words. */
export function findTickets(db: Db, scope: Scope, meaning: Meaning): Promise<FoundRow[]> {
  const columns = db`
    t.id, t.excerpt as title, t.reference, null::bigint as total, null::text as currency, t.status,
    t.created_at as "createdAt"`;
  return findIn(db, scope, 'tickets', columns, [
    referenceOf(db, meaning, 'TKT'),
    meaning.about === null ? null : db`t.about = ${meaning.about}`,
    meaning.text === null ? null : db`t.excerpt_key like ${meaning.text}`,
  ]);
}
