/** What the one search field of the console's lists of money finds, by unique and prefix indexes. */
import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { plannedForItsValues, type Sql } from '../platform/lists/page.ts';
import { fewEnough, referencePattern, typedNumber, typedText } from '../platform/lists/search.ts';
import { type Meaning, meaningOf, trigramPattern } from '../platform/lists/typed.ts';

/** A row of a merchant. */
interface Ref {
  merchantId: number;
  id: number;
}

/** What was typed, and the rows that it names. */
export interface Found {
  meaning: Meaning;
  /** Payments that a reference of ours or of a processor names. */
  payments: readonly Ref[];
  /** Links, invoices and orders, of which payments are sought. */
  payables: readonly (Ref & { kind: string })[];
  /** Settlements, of which payments are sought. */
  settlements: readonly Ref[];
}

/** Rows that a beginning of a reference may name: each is a condition of its own. */
const MAX_NAMED = 20;

/** What a processor names a payment by; the others are of no use to a person. */
const ID_KINDS = ['transaction', 'order', 'reference', 'receipt', 'intention', 'session'];

const PAYABLES: Readonly<Record<string, { table: string; kind: string }>> = {
  INV: { table: 'invoices', kind: 'invoice' },
  LNK: { table: 'payment_links', kind: 'payment-link' },
  ORD: { table: 'orders', kind: 'order' },
};

const NONE: Omit<Found, 'meaning'> = { payments: [], payables: [], settlements: [] };

/** Among which rows a text is looked up: as the other filters of the list choose them, so that it does not fit others too. */
interface Within {
  /** `any`: both; live otherwise. */
  mode?: Mode | 'any' | undefined;
  merchant_id?: number | undefined;
}

/** Every index of references begins with the merchant and the mode, but for those of all merchants. */
function inside(db: Db, { mode = 'live', merchant_id: merchantId }: Within, of = ''): Sql {
  const column = (name: string) => db.unsafe(`${of}${name}`);
  const modes = mode === 'any' ? ['live', 'test'] : [mode];
  if (merchantId !== undefined)
    return db`${column('merchant_id')} = ${merchantId} and ${column('mode')} = any (${modes}::mode[])`;
  return mode === 'any' ? db`true` : db`${column('mode')} = ${mode}`;
}

/**
 * Looks up what a typed text names; null when nothing was typed.
 * @param own The kind of the list's own references, which `ownReference` finds, however many.
 * @throws InvalidError 422 on `q` when the beginning of another reference fits too many rows
 */
export async function findTyped(
  db: Db,
  typed: string | undefined,
  within: Within,
  own?: string,
): Promise<Found | null> {
  if (typedText(typed ?? '') === '') return null;
  const meaning = meaningOf(typed!);
  const { reference, bare, id } = meaning;
  if (reference && reference.kind === own) return { ...NONE, meaning };
  if (reference) return { ...NONE, meaning, ...(await named(db, within, reference)) };
  const payments = id === null ? [] : await paymentsOfId(db, within, id);
  if (bare === null) return { ...NONE, meaning, payments };
  const ofReference = await named(db, within, { kind: 'TRX', pattern: referencePattern(bare, 'TRX') });
  return { ...NONE, meaning, payments: [...payments, ...(ofReference.payments ?? [])] };
}

async function named(
  db: Db,
  within: Within,
  { kind, pattern }: { kind: string; pattern: string },
): Promise<Partial<Found>> {
  const find = async (columns: Sql, table: string, column = 'reference') => {
    const rows = await plannedForItsValues(db<Ref[]>`
      select merchant_id as "merchantId", ${columns} as id from ${db.unsafe(table)}
       where ${db.unsafe(column)} like ${pattern} and ${inside(db, within)} limit ${MAX_NAMED + 1}`);
    return fewEnough(rows, MAX_NAMED);
  };
  if (kind === 'TRX') return { payments: await find(db`id`, 'transactions') };
  if (kind === 'CHB') return { payments: await find(db`transaction_id`, 'chargebacks') };
  if (kind === 'PAY') return { payments: await find(db`transaction_id`, 'payouts', 'code') };
  if (kind === 'STL') return { settlements: await find(db`id`, 'settlements') };
  const payable = PAYABLES[kind];
  if (!payable) return {};
  const rows = await find(db`id`, payable.table);
  return { payables: rows.map((row) => ({ ...row, kind: payable.kind })) };
}

/** The payments that a processor gave an id, or that we named to it: one of each account and kind at most. */
function paymentsOfId(db: Db, within: Within, id: string): Promise<Ref[]> {
  return plannedForItsValues(db<Ref[]>`
    select distinct a.merchant_id as "merchantId", a.transaction_id as id from (
      select i.merchant_id, i.attempt_id
        from (select id from processor_accounts union all select 0) accounts
        cross join unnest(${ID_KINDS}::text[]) kinds (kind)
        join processor_ids i on i.account_id = accounts.id and i.kind = kinds.kind and i.value = ${id}
      union all
      select x.merchant_id, x.id from payment_attempts x where x.external_ref = ${id.toUpperCase()}) named
      join payment_attempts a on a.merchant_id = named.merchant_id and a.id = named.attempt_id
     where ${inside(db, within, 'a.')}`);
}

/** Any of several conditions; none of them can be met when there are none. */
export const anyOf = (db: Db, ways: readonly Sql[]): Sql =>
  ways.length === 0 ? db`false` : db`(${ways.reduce((sofar, way) => db`${sofar} or ${way}`)})`;

/** The rows whose merchant's name, e-mail or mobile contains the typed text, or whose number it is. */
export function ofMerchant(db: Db, typed: string, column = 't.merchant_id'): Sql {
  const merchant = db.unsafe(column);
  const words = trigramPattern(typed);
  const number = typedNumber(typed);
  return anyOf(db, [
    ...(words === null
      ? []
      : [db`${merchant} in (select m.id from merchants m where m.search like ${words})`]),
    ...(number === null ? [] : [db`${merchant} = ${number}`]),
  ]);
}

/** The rows of a table that are among the references. */
export const among = (db: Db, refs: readonly Ref[], column = 't.id'): Sql[] =>
  refs.map(({ merchantId, id }) => db`(t.merchant_id = ${merchantId} and ${db.unsafe(column)} = ${id})`);

/** A reference of the list's own kind that was typed, whole or its beginning, or without its prefix. */
export function ownReference(db: Db, column: Sql, { meaning }: Found, kind: string): Sql[] {
  const { reference, bare } = meaning;
  if (reference) return reference.kind === kind ? [db`${column} like ${reference.pattern}`] : [];
  return bare === null ? [] : [db`${column} like ${referencePattern(bare, kind)}`];
}
