import type { AccountKind } from '../../ledger/accounts.ts';
import { anyOf } from '../../ops-lists/find.ts';
import type { Mode, Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { inScope } from '../../platform/lists/conditions.ts';
import { type ListSource, on, type Sql } from '../../platform/lists/page.ts';
import { prefixPattern, referencePattern, typedNumber, typedText } from '../../platform/lists/search.ts';
import { meaningOf } from '../../platform/lists/typed.ts';
import { nextDay } from '../../platform/time/cairo.ts';

/** An id above all transfers: the start of days without any. */
const LAST_ID = '9223372036854775807';

/** A transfer with its postings. */
export interface ListedTransfer {
  id: number;
  kind: string;
  reference: string;
  effectiveAt: Date;
  corrects: number | null;
  processorAccount: string | null;
  postings: { account: AccountKind; amount: number }[];
}

export interface TransferFilters {
  q?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/**
 * Returns the condition that a transfer's reference starts with the typed text, or its number equals it; both use
 * indexes.
 */
function named(db: Db, q: string): Sql {
  const { reference, bare } = meaningOf(q);
  const number = typedNumber(q);
  return anyOf(db, [
    reference
      ? db`t.reference like ${reference.pattern}`
      : db`t.reference like ${prefixPattern(q)} or t.reference like ${prefixPattern(q.toUpperCase())}`,
    ...(bare === null ? [] : [db`t.reference like ${referencePattern(bare, 'TRX')}`]),
    ...(number === null ? [] : [db`t.id = ${number}`]),
  ]);
}

/** Selects the first transfer from `day` on. */
const firstOf = (db: Db, { merchantId, mode }: Scope, day: string) => db`
  (select d.first_transfer_id from ledger_days d
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.day >= ${day}::date order by d.day limit 1)`;

/**
 * Returns the source of the list of a merchant's transfers. Days become ranges of ids, because transfers are numbered
 * in booking order.
 */
export function transferSource(db: Db, scope: Scope, { q, date_from, date_to }: TransferFilters): ListSource {
  const filters: Sql[] = [];
  if (date_from)
    filters.push(on('t.id', db`t.id >= coalesce(${firstOf(db, scope, date_from)}, ${LAST_ID}::bigint)`));
  if (date_to)
    filters.push(
      on('t.id', db`t.id < coalesce(${firstOf(db, scope, nextDay(date_to))}, ${LAST_ID}::bigint)`),
    );
  if (typedText(q ?? '') !== '') filters.push(named(db, typedText(q!)));
  return {
    table: 'ledger_transfers',
    scope: inScope(db, scope),
    filters,
    sort: { expression: 't.id', unique: true },
    columns: db`
      t.id, t.kind, t.reference, t.effective_at as "effectiveAt", t.corrects_transfer_id as corrects,
      (select a.name from processor_accounts a where a.id = t.processor_account_id) as "processorAccount",
      (select json_agg(json_build_object('account', p.account, 'amount', p.amount) order by p.account)
         from ledger_postings p where p.merchant_id = t.merchant_id and p.transfer_id = t.id) as postings`,
  };
}

/** Finds the reference of a transfer of a merchant and mode. */
export async function findReference(
  db: Db,
  merchantId: number,
  mode: Mode,
  id: number,
): Promise<string | undefined> {
  const [row] = await db<{ reference: string }[]>`
    select reference from ledger_transfers where merchant_id = ${merchantId} and mode = ${mode} and id = ${id}`;
  return row?.reference;
}
