/** Queries of the console's lists of transfers: files, transfers of a file (at most a thousand), and due transfers. */
import type {
  BatchState,
  DueState,
  TransferKind,
  TransferState,
} from '@daftar/contract/ops-bank-transfer-batches';
import type { Paging } from '@daftar/contract/paging';
import { toLatinDigits } from '@daftar/contract/text';
import { anyOf, type Found } from '../ops-lists/find.ts';
import { ACCOUNT_NUMBER, IBAN } from '../platform/bank-files/pain001.ts';
import type { Db } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import type { ListSource, SortColumn, Sql } from '../platform/lists/page.ts';
import {
  containsPattern,
  fewEnough,
  prefixPattern,
  referencePattern,
  typedText,
} from '../platform/lists/search.ts';
import { meaningOf } from '../platform/lists/typed.ts';
import { PAYOUTS_DUE, settlementsDue } from './store-candidates.ts';

/** A file of transfers as listed. */
export interface ListedBatch {
  id: number;
  messageId: string;
  accountId: number;
  accountName: string;
  bankName: string;
  state: Exclude<BatchState, 'waiting'>;
  executionDay: string;
  sums: { transfers: number; sumPiastres: number; open: number; rejected: number };
  createdBy: string;
  createdAt: Date;
}

export interface BatchFilters {
  q?: string | undefined;
  bank_account_id?: number | undefined;
  state?: BatchState | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** Maximum numbers of payouts and of transfers that a prefix search matches. */
const MAX_NAMED = 200;

/**
 * Lists the files with a transfer that matches the typed text: our reference, an id at the bank, the bank's
 * reference, or the amount.
 */
export async function listBatchesNamed(
  db: Db,
  typed: string,
  { meaning, settlements }: Found,
): Promise<number[]> {
  const { reference, bare, piastres } = meaning;
  const text = typedText(typed);
  const code =
    reference?.kind === 'PAY' ? reference.pattern : bare === null ? null : referencePattern(bare, 'PAY');
  const payouts = code
    ? await db<{ merchantId: number; id: number }[]>`
        select merchant_id as "merchantId", id from payouts where code like ${code} limit ${MAX_NAMED + 1}`
    : [];
  const ways = [
    db`x.end_to_end_id like ${prefixPattern(text).toUpperCase()}`,
    db`(x.bank_reference <> '' and x.bank_reference = ${text})`,
    ...(piastres === null ? [] : [db`x.amount_piastres = ${piastres}`]),
    ...settlements.map(
      ({ merchantId, id }) => db`(x.merchant_id = ${merchantId} and x.settlement_id = ${id})`,
    ),
    ...fewEnough(payouts, MAX_NAMED).map(
      ({ merchantId, id }) => db`(x.merchant_id = ${merchantId} and x.payout_id = ${id})`,
    ),
  ];
  const rows = await db<{ id: number }[]>`
    select x.batch_id as id from bank_transfers x where ${anyOf(db, ways)} limit ${MAX_NAMED + 1}`;
  return [...new Set(fewEnough(rows, MAX_NAMED).map(({ id }) => id))];
}

const BATCH_SORTS = {
  created_at: { expression: 't.created_at' },
  execution_day: { expression: 't.execution_day' },
} as const satisfies Record<string, SortColumn>;

/**
 * Returns the source of the list of files. There are only a few each day, so each can be examined.
 * @param named files with transfers that match the typed text
 * @param waiting files whose release has been requested from a second operator
 */
export function batchSource(
  db: Db,
  { sortBy }: Paging<keyof typeof BATCH_SORTS>,
  { q, bank_account_id, state, date_from, date_to }: BatchFilters,
  { named, waiting }: { named: readonly number[]; waiting: readonly number[] },
): ListSource {
  const conditions: Sql[] = [...withinDays(db, date_from, date_to)];
  if (bank_account_id !== undefined) conditions.push(db`t.bank_account_id = ${bank_account_id}`);
  const isWaiting = db`t.id = any (${[...waiting]}::bigint[])`;
  if (state === 'waiting') conditions.push(db`(t.state = 'draft' and ${isWaiting})`);
  else if (state === 'draft') conditions.push(db`(t.state = 'draft' and not ${isWaiting})`);
  else if (state) conditions.push(db`t.state = ${state}`);
  if (typedText(q ?? '') !== '')
    conditions.push(
      anyOf(db, [
        db`search_key(concat_ws(' ', t.message_id, t.created_by, t.account_name)) like ${containsPattern(q!)}`,
        db`t.id = any (${[...named]}::bigint[])`,
      ]),
    );
  return {
    table: `(select 0::bigint as merchant_id, b.id, b.bank_account_id, b.message_id, b.execution_day, b.state, b.created_by,
                    b.created_at, a.name as account_name, a.bank_name
               from bank_transfer_batches b join provider_bank_accounts a on a.id = b.bank_account_id)`,
    scope: db`true`,
    filters: conditions,
    sort: BATCH_SORTS[sortBy],
    columns: db`
      t.id, t.message_id as "messageId", t.bank_account_id as "accountId", t.account_name as "accountName",
      t.bank_name as "bankName", t.state, to_char(t.execution_day, 'YYYY-MM-DD') as "executionDay",
      t.created_by as "createdBy", t.created_at as "createdAt",
      (select jsonb_build_object(
                'transfers', count(*) filter (where x.state <> 'removed'),
                'sumPiastres', coalesce(sum(x.amount_piastres) filter (where x.state <> 'removed'), 0),
                'open', count(*) filter (where x.state = 'sent'),
                'rejected', count(*) filter (where x.state in ('rejected', 'returned')))
         from bank_transfers x where x.batch_id = t.id) as sums`,
  };
}

/** Returns the conditions by which typed text matches a transfer, whether due or in a file. */
function meantBy(db: Db, typed: string): Sql[] {
  const { reference, bare, piastres, text } = meaningOf(typed);
  const digits = toLatinDigits(typedText(typed)).replaceAll(' ', '').toUpperCase();
  return [
    ...(reference ? [db`t.reference like ${reference.pattern}`] : []),
    ...(bare === null
      ? []
      : ['STL', 'PAY'].map((kind) => db`t.reference like ${referencePattern(bare, kind)}`)),
    ...(piastres === null ? [] : [db`t.amount_piastres = ${piastres}`]),
    ...(text === null ? [] : [db`search_key(t.merchant_name) like ${text}`]),
    ...(/^[A-Z0-9]{4,34}$/.test(digits)
      ? [db`coalesce(nullif(t.iban, ''), t.account_number) like ${`%${digits}`}`]
      : []),
  ];
}

/** A transfer of a file as listed. */
export interface ListedInFile {
  id: number;
  endToEndId: string;
  merchantId: number;
  merchantName: string;
  kind: TransferKind;
  /** The id of the settlement or payout. */
  paysId: number;
  reference: string;
  amountPiastres: number;
  accountName: string;
  bankName: string;
  number: string;
  state: TransferState;
  reason: string;
  bankReference: string;
}

export interface TransferFilters {
  q?: string | undefined;
  state?: TransferState | undefined;
}

/** Joins start from the merchant's account: a distributed database then runs them on the merchant's node. */
const IN_FILES = `(
  select x.merchant_id, x.id, x.batch_id, x.settlement_id, x.payout_id, x.end_to_end_id, x.amount_piastres, x.state, x.reason,
         x.bank_reference, m.business_name as merchant_name, coalesce(s.reference, p.code) as reference, v.account_name,
         v.bank_name, v.iban, v.account_number
    from bank_account_versions v
    join bank_transfers x on x.merchant_id = v.merchant_id and x.bank_account_id = v.bank_account_id
     and x.bank_account_version = v.version
    join merchants m on m.id = v.merchant_id
    left join settlements s on s.merchant_id = v.merchant_id and s.id = x.settlement_id
    left join payouts p on p.merchant_id = v.merchant_id and p.id = x.payout_id)`;

const TRANSFER_SORTS = {
  id: { expression: 't.id', unique: true },
  amount: { expression: 't.amount_piastres' },
} as const satisfies Record<string, SortColumn>;

/** Returns the source of the list of a file's transfers, optionally restricted to those in `among`. */
export function transferSource(
  db: Db,
  batchId: number,
  { sortBy }: Paging<keyof typeof TRANSFER_SORTS>,
  { q, state }: TransferFilters,
  among?: readonly number[],
): ListSource {
  const conditions: Sql[] = state ? [db`t.state = ${state}`] : [];
  if (among) conditions.push(db`t.id = any (${[...among]}::bigint[])`);
  if (typedText(q ?? '') !== '')
    conditions.push(
      anyOf(db, [
        ...meantBy(db, q!),
        db`t.end_to_end_id like ${prefixPattern(q!).toUpperCase()}`,
        db`(t.bank_reference <> '' and t.bank_reference like ${prefixPattern(q!)})`,
      ]),
    );
  return {
    table: IN_FILES,
    scope: db`t.batch_id = ${batchId}`,
    filters: conditions,
    sort: TRANSFER_SORTS[sortBy],
    columns: db`
      t.id, t.end_to_end_id as "endToEndId", t.merchant_id as "merchantId", t.merchant_name as "merchantName",
      case when t.payout_id is null then 'settlement' else 'payout' end as kind,
      coalesce(t.settlement_id, t.payout_id) as "paysId", t.reference, t.amount_piastres as "amountPiastres",
      t.account_name as "accountName", t.bank_name as "bankName", coalesce(nullif(t.iban, ''), t.account_number) as number,
      t.state, t.reason, t.bank_reference as "bankReference"`,
  };
}

/** A due settlement or payout as listed. */
export interface ListedDue {
  /** The id in the list; a settlement and a payout may have the same `paysId`. */
  id: number;
  paysId: number;
  kind: TransferKind;
  merchantId: number;
  merchantName: string;
  reference: string;
  amountPiastres: number;
  account: { name: string; bank: string; number: string } | null;
  state: DueState;
  createdAt: Date;
}

export interface DueFilters {
  q?: string | undefined;
  kind?: TransferKind | undefined;
  state?: DueState | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const account = 'v.account_name, v.bank_name, v.iban, v.account_number, v.bank_account_id';

/**
 * The state of a due transfer, and thereby whether the next file includes it; must agree with `isWritable` about the
 * account.
 */
const STATE = `
  case when not merchant_settles(m.status, m.settlement_held_at, 'live') then 'stopped'
       when v.bank_account_id is null or v.account_name !~ '[^[:space:][:cntrl:]]'
         or not case v.iban when '' then v.account_number ~ '${ACCOUNT_NUMBER.source}' else v.iban ~ '${IBAN.source}' end
         then 'unwritable'
       else 'ready' end as state`;

const dueTable = (now: Date) => `(
  select s.merchant_id, 2 * s.id as id, s.id as pays_id, 'settlement' as kind, s.reference, s.bank_piastres as amount_piastres,
         s.created_at, m.business_name as merchant_name, ${account}, ${STATE}
    from ${settlementsDue(now)}
  union all
  select p.merchant_id, 2 * p.id + 1, p.id, 'payout', p.code, p.amount_piastres, p.created_at, m.business_name, ${account}, ${STATE}
    from ${PAYOUTS_DUE})`;

const DUE_SORTS = {
  created_at: { expression: 't.created_at' },
  amount: { expression: 't.amount_piastres' },
} as const satisfies Record<string, SortColumn>;

/**
 * Returns the source of the list of due transfers. It uses the indexes of unpaid settlements and payouts, which hold
 * about one settlement run.
 */
export function dueSource(
  db: Db,
  now: Date,
  { sortBy }: Paging<keyof typeof DUE_SORTS>,
  { q, kind, state, date_from, date_to }: DueFilters,
): ListSource {
  const conditions: Sql[] = [...withinDays(db, date_from, date_to)];
  if (kind) conditions.push(db`t.kind = ${kind}`);
  if (state) conditions.push(db`t.state = ${state}`);
  if (typedText(q ?? '') !== '') conditions.push(anyOf(db, meantBy(db, q!)));
  return {
    table: dueTable(now),
    scope: db`true`,
    filters: conditions,
    sort: DUE_SORTS[sortBy],
    columns: db`
      t.id, t.pays_id as "paysId", t.kind, t.merchant_id as "merchantId", t.merchant_name as "merchantName", t.reference,
      t.amount_piastres as "amountPiastres", t.state, t.created_at as "createdAt",
      case when t.bank_account_id is not null then jsonb_build_object(
        'name', t.account_name, 'bank', t.bank_name, 'number', coalesce(nullif(t.iban, ''), t.account_number)) end as account`,
  };
}
