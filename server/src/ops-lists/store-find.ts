/** Searches the console's lists of money, by unique and prefix indexes. */
import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { plannedForItsValues, type Sql } from '../platform/lists/page.ts';
import { fewEnough, referencePattern, typedNumber, typedText } from '../platform/lists/search.ts';
import { type Meaning, meaningOf, trigramPattern } from '../platform/lists/typed.ts';

/** A merchant's row. */
interface Ref {
  merchantId: number;
  id: number;
}

/** The typed text, and the rows that it names. */
export interface Found {
  meaning: Meaning;
  /** Payments named by a reference of ours or of a processor. */
  payments: readonly Ref[];
  /** Links, invoices and orders whose payments are searched. */
  payables: readonly (Ref & { kind: string })[];
  /** Settlements whose payments are searched. */
  settlements: readonly Ref[];
}

/** Maximum number of rows that the start of a reference may match, because each is a separate condition. */
const MAX_NAMED = 20;

/** Kinds of processor ids that people use; other kinds are internal. */
const ID_KINDS = ['transaction', 'order', 'reference', 'receipt', 'intention', 'session'];

const PAYABLES: Readonly<Record<string, { table: string; kind: string }>> = {
  INV: { table: 'invoices', kind: 'invoice' },
  LNK: { table: 'payment_links', kind: 'payment-link' },
  ORD: { table: 'orders', kind: 'order' },
};

const NONE: Omit<Found, 'meaning'> = { payments: [], payables: [], settlements: [] };

/** The rows among which a text is looked up, by the other filters of the list, so that it does not match others too. */
interface Within {
  /** `any`: both; otherwise live by default. */
  mode?: Mode | 'any' | undefined;
  merchant_id?: number | undefined;
}

/** Every index of references begins with the merchant and the mode, except those across merchants. */
function inside(db: Db, { mode = 'live', merchant_id: merchantId }: Within, of = ''): Sql {
  const column = (name: string) => db.unsafe(`${of}${name}`);
  const modes = mode === 'any' ? ['live', 'test'] : [mode];
  if (merchantId !== undefined)
    return db`${column('merchant_id')} = ${merchantId} and ${column('mode')} = any (${modes}::mode[])`;
  return mode === 'any' ? db`true` : db`${column('mode')} = ${mode}`;
}

/**
 * Finds the rows that a typed text names; null when nothing was typed.
 * @param own the kind of the list's own references, which `ownReference` finds without a limit.
 * @throws InvalidError 422 on `q` when the start of another reference matches too many rows
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

/** Finds the payments with a processor's id, or our id at a processor: at most one for each account and kind. */
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

/** Returns the disjunction of several conditions; false if there are none. */
export const anyOf = (db: Db, ways: readonly Sql[]): Sql =>
  ways.length === 0 ? db`false` : db`(${ways.reduce((sofar, way) => db`${sofar} or ${way}`)})`;

/**
 * Condition for rows whose merchant's name, e-mail or mobile contains the typed text, or whose merchant number equals
 * it.
 */
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

/** Condition for the rows of a table among the references. */
export const among = (db: Db, refs: readonly Ref[], column = 't.id'): Sql[] =>
  refs.map(({ merchantId, id }) => db`(t.merchant_id = ${merchantId} and ${db.unsafe(column)} = ${id})`);

/** Condition for a typed reference of the list's own kind, whole or its start, with or without its prefix. */
export function ownReference(db: Db, column: Sql, { meaning }: Found, kind: string): Sql[] {
  const { reference, bare } = meaning;
  if (reference) return reference.kind === kind ? [db`${column} like ${reference.pattern}`] : [];
  return bare === null ? [] : [db`${column} like ${referencePattern(bare, kind)}`];
}
