import type { NotificationState } from '@daftar/contract/ops-processors';
import type { Paging } from '@daftar/contract/paging';
import { chargedSince } from '../../acquirer-costs/sums.ts';
import { among, anyOf, type Found, ofMerchant } from '../../ops-lists/find.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import type { ListSource, Sql } from '../../platform/lists/page.ts';
import { containsPattern, prefixPattern, typedText } from '../../platform/lists/search.ts';
import { meaningOf } from '../../platform/lists/typed.ts';
import { jobKeyOf } from '../../processors/inbox.ts';

/** An account as the console shows it. */
export interface ListedAccount {
  id: number;
  token: string;
  adapter: string;
  mode: Mode;
  merchantId: number | null;
  merchantName: string | null;
  name: string;
  methods: number[];
  currencies: string[];
  baseUrl: string;
  credentials: Record<string, string>;
  priority: number;
  state: 'on' | 'off';
  formerSecretUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Owed to us by the processor. */
  owedPiastres: number;
  costsPiastres: number;
  lastAt: Date | null;
  total: number;
  forged: number;
  troubled: number;
}

/**
 * Lists the accounts, or reads one: those in use first, in the order in which they are tried. `since`: start of the
 * period in which notifications are counted; `month`: the month of its costs.
 */
export function listAccounts(
  db: Db,
  { since, month }: { since: Date; month: Date },
  id?: number,
): Promise<ListedAccount[]> {
  return db<ListedAccount[]>`
    select a.id, a.token, a.adapter, a.mode, a.merchant_id as "merchantId",
           (select m.business_name from merchants m where m.id = a.merchant_id) as "merchantName", a.name, a.methods,
           a.currencies, a.base_url as "baseUrl", a.credentials, a.priority, a.state,
           a.former_secret_until as "formerSecretUntil", a.created_at as "createdAt", a.updated_at as "updatedAt",
           owed_by_account(a.id) as "owedPiastres",
           ${chargedSince(db, db`a.id`, month)} as "costsPiastres",
           (select n.received_at from processor_notifications n where n.account_id = a.id order by n.id desc limit 1) as "lastAt",
           coalesce(seen.total, 0) as total, coalesce(seen.forged, 0) as forged, coalesce(seen.troubled, 0) as troubled
      from processor_accounts a
      left join (
        select account_id, count(*)::int as total, (count(*) filter (where state = 'forged'))::int as forged,
               (count(*) filter (where state in ('failed', 'not-understood', 'unmatched')))::int as troubled
          from processor_notifications where received_at >= ${since} group by account_id) seen on seen.account_id = a.id
     where ${id === undefined ? db`true` : db`a.id = ${id}`}
     order by a.state = 'off', a.mode, a.merchant_id is null, a.priority, a.id`;
}

/** The amount that an account owes us from one merchant's payments. */
export interface ListedClearing {
  /** The merchant's id. */
  id: number;
  merchantName: string;
  owedPiastres: number;
}

/**
 * Returns the source of the list of amounts that an account owes us. It has one row per merchant, so each can be
 * examined.
 */
export function clearingSource(
  db: Db,
  { account_id, q }: { account_id: number; q?: string | undefined },
): ListSource {
  const filters: Sql[] = [];
  if (typedText(q ?? '') !== '') {
    const { piastres } = meaningOf(q!);
    filters.push(
      anyOf(db, [
        ofMerchant(db, q!),
        ...(piastres === null ? [] : [db`t.owed in (${piastres}, ${-piastres})`]),
      ]),
    );
  }
  return {
    table: `(select c.merchant_id, c.merchant_id as id, -c.balance as owed from clearing_balances c
              where c.processor_account_id = ${BigInt(account_id)} and c.currency = 'EGP' and c.balance <> 0)`,
    scope: db`true`,
    filters,
    sort: { expression: 't.owed' },
    columns: db`
      t.id, (select m.business_name from merchants m where m.id = t.id) as "merchantName", t.owed as "owedPiastres"`,
  };
}

/** A notification as listed. */
export interface ListedNotification {
  id: number;
  accountId: number | null;
  accountName: string | null;
  adapter: string;
  state: NotificationState;
  senderId: string | null;
  error: string | null;
  tries: number;
  receivedAt: Date;
  processedAt: Date | null;
}

export interface NotificationFilters {
  /** A reference of ours or of the processor, or the sender's id. */
  q?: string | undefined;
  account_id?: number | undefined;
  state?: NotificationState | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const notificationColumns = (db: Db) => db`
  t.id, nullif(t.account_id, 0) as "accountId",
  (select a.name from processor_accounts a where a.id = t.account_id) as "accountName",
  coalesce((select a.adapter from processor_accounts a where a.id = t.account_id), 'sandbox') as adapter, t.state,
  t.sender_id as "senderId", t.error, t.tries, t.received_at as "receivedAt", t.processed_at as "processedAt"`;

/** Returns the source of the list of notifications that match the typed text; their ids are in order of receipt. */
export function notificationSource(db: Db, filters: NotificationFilters, found: Found | null): ListSource {
  const conditions: Sql[] = [...withinDays(db, filters.date_from, filters.date_to, 't.received_at')];
  if (found) {
    const ofPayments = found.payments.map(
      ({ merchantId, id }) => db`(t.paid_merchant_id = ${merchantId} and t.paid_transaction_id = ${id})`,
    );
    conditions.push(anyOf(db, [db`t.sender_id like ${prefixPattern(filters.q!)}`, ...ofPayments]));
  }
  if (filters.account_id !== undefined) conditions.push(db`t.account_id = ${filters.account_id}`);
  if (filters.state) conditions.push(db`t.state = ${filters.state}`);
  return {
    table: '(select 0::bigint as merchant_id, n.* from processor_notifications n)',
    scope: db`true`,
    filters: conditions,
    sort: { expression: 't.id', unique: true },
    columns: notificationColumns(db),
  };
}

/** A notification with the received request. */
export type FullNotification = ListedNotification & {
  method: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: string;
};

/** Reads a notification. */
export async function findNotification(db: Db, id: number): Promise<FullNotification | undefined> {
  const [row] = await db<FullNotification[]>`
    select ${notificationColumns(db)}, t.method, t.query, t.headers, t.body
      from processor_notifications t where t.id = ${id}`;
  return row;
}

/** Returns when a notification is processed next; null if that is not scheduled. */
export async function findNextTry(db: Db, id: number): Promise<Date | null> {
  const [job] = await db<{ runAt: Date }[]>`
    select run_at as "runAt" from graphile_worker.jobs where key = ${jobKeyOf(id)} and attempts < max_attempts`;
  return job?.runAt ?? null;
}

/** A refund that waits for an operator. */
export interface ListedRefund {
  id: number;
  merchantId: number;
  merchantName: string;
  mode: Mode;
  transactionId: number;
  reference: string;
  amountPiastres: number;
  accountId: number | null;
  accountName: string | null;
  adapter: string;
  why: 'ambiguous' | 'transfer' | 'disputed';
  explanation: string | null;
  refundKey: string;
  bankAccountName: string;
  bankName: string;
  iban: string;
  createdAt: Date;
}

const WAITING_SORTS = { created_at: 't.created_at', amount: 't.amount_piastres' } as const;

/**
 * Returns the source of the list of refunds that wait for an operator and match the typed text; there are few, so
 * each can be examined.
 */
export function waitingRefundSource(
  db: Db,
  { sortBy }: Paging<keyof typeof WAITING_SORTS>,
  typed: string | undefined,
  found: Found | null,
): ListSource {
  const name = db`(select m.business_name from merchants m where m.id = t.merchant_id)`;
  return {
    table: 'refunds',
    scope: db`t.state = 'pending' and t.for_operator is not null`,
    filters: found
      ? [
          anyOf(db, [
            ...among(db, found.payments, 't.transaction_id'),
            db`search_key(${name} || ' ' || t.refund_key) like ${containsPattern(typed ?? '')}`,
            ...(found.meaning.piastres === null ? [] : [db`t.amount_piastres = ${found.meaning.piastres}`]),
          ]),
        ]
      : [],
    sort: { expression: WAITING_SORTS[sortBy] },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.mode, t.transaction_id as "transactionId", ${name} as "merchantName",
      (select x.reference from transactions x where x.merchant_id = t.merchant_id and x.id = t.transaction_id) as reference,
      t.amount_piastres as "amountPiastres", t.processor_account_id as "accountId",
      (select a.name from processor_accounts a where a.id = t.processor_account_id) as "accountName",
      t.processor as adapter, t.for_operator as why, t.explanation, t.refund_key as "refundKey",
      t.account_name as "bankAccountName", t.bank_name as "bankName", t.iban, t.created_at as "createdAt"`,
  };
}
