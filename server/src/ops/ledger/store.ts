import type { Paging } from '@daftar/contract/paging';
import type { AccountKind } from '../../ledger/accounts.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { type Page, readPage } from '../../platform/lists/page.ts';
import { typedText } from '../../platform/lists/search.ts';

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

/** Lists one page of a merchant's transfers, newest first unless told. */
export function listTransfers(
  db: Db,
  merchantId: number,
  mode: Mode,
  paging: Paging<'id'>,
  filters: { reference?: string | undefined },
): Promise<Page<ListedTransfer>> {
  const reference = typedText(filters.reference ?? '').toUpperCase();
  return readPage<ListedTransfer>(db, paging, {
    table: 'ledger_transfers',
    scope: db`t.merchant_id = ${merchantId} and t.mode = ${mode}`,
    filters: reference === '' ? [] : [db`t.reference = ${reference}`],
    sort: { expression: 't.id', unique: true },
    columns: db`
      t.id, t.kind, t.reference, t.effective_at as "effectiveAt", t.corrects_transfer_id as corrects,
      (select a.name from processor_accounts a where a.id = t.processor_account_id) as "processorAccount",
      (select json_agg(json_build_object('account', p.account, 'amount', p.amount) order by p.account)
         from ledger_postings p where p.merchant_id = t.merchant_id and p.transfer_id = t.id) as postings`,
  });
}

/** The reference of a transfer of a merchant and mode. */
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
