/** Lists for the console: files of transfers, the transfers of a file, and due transfers. */
import { toPounds } from '@daftar/contract/money';
import type { BatchRow, DueTransfer, TransferRow } from '@daftar/contract/ops-bank-transfer-batches';
import type { Paging } from '@daftar/contract/paging';
import { listWaitingSubjects } from '../ops-approvals/index.ts';
import { findTyped } from '../ops-lists/find.ts';
import { at, egp, onDay, opsList } from '../ops-lists/list.ts';
import type { App } from '../platform/context.ts';
import { subjectOf } from './batches.ts';
import { TransferNotFound } from './errors.ts';
import { findBatch } from './store.ts';
import * as store from './store-lists.ts';

/** Returns the ids of the files whose release has been requested from a second operator. */
const listWaiting = async (app: App): Promise<number[]> =>
  (await listWaitingSubjects(app, 'bank-file')).map((subject) => Number(subject.slice(subjectOf('').length)));

/** The list of files. */
export const batchList = opsList<
  Paging<'created_at' | 'execution_day'>,
  store.BatchFilters,
  store.ListedBatch,
  BatchRow,
  ReadonlySet<number>
>({
  what: 'bank-transfer-files',
  find: async (app, paging, filters) => {
    const found = await findTyped(app.db, filters.q, {});
    const named = found ? await store.listBatchesNamed(app.db, filters.q ?? '', found) : [];
    const waiting = filters.state === 'draft' || filters.state === 'waiting' ? await listWaiting(app) : [];
    return (db) => store.batchSource(db, paging, filters, { named, waiting });
  },
  ready: async (app) => new Set(await listWaiting(app)),
  wireOf: (row, _locale, _operator, waiting) => ({
    id: row.id,
    message_id: row.messageId,
    account: { id: row.accountId, name: row.accountName, bank_name: row.bankName },
    state: row.state === 'draft' && waiting.has(row.id) ? 'waiting' : row.state,
    execution_day: row.executionDay,
    transfers: row.sums.transfers,
    amount: toPounds(row.sums.sumPiastres),
    open: row.sums.open,
    rejected: row.sums.rejected,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  }),
  cells: (say) => ({
    reference: (row) => row.message_id,
    status: (row) => say(`ops.batchState.${row.state}`),
    account: (row) => row.account.name,
    bank: (row) => row.account.bank_name,
    transferDay: (row) => onDay(row.execution_day),
    transfers: (row) => row.transfers,
    amount: (row) => egp(row.amount),
    notAnswered: (row) => row.open,
    rejected: (row) => row.rejected,
    actor: (row) => row.created_by,
    created: (row) => at(row.created_at),
  }),
});

/** The list of transfers in the file `batch_id`. @throws TransferNotFound */
export const transferList = opsList<
  Paging<'id' | 'amount'>,
  store.TransferFilters & { batch_id: number },
  store.ListedInFile,
  TransferRow
>({
  what: 'bank-transfers',
  find: async ({ db }, paging, filters) => {
    if (!(await findBatch(db, filters.batch_id))) throw new TransferNotFound();
    return (through) => store.transferSource(through, filters.batch_id, paging, filters);
  },
  wireOf: (row) => ({
    id: row.id,
    end_to_end_id: row.endToEndId,
    merchant: { id: row.merchantId, name: row.merchantName },
    kind: row.kind,
    pays_id: row.paysId,
    reference: row.reference,
    amount: toPounds(row.amountPiastres),
    account: { name: row.accountName, bank: row.bankName, number: row.number },
    state: row.state,
    reason: row.reason,
    bank_reference: row.bankReference,
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    kind: (row) => say(`ops.transferKind.${row.kind}`),
    merchant: (row) => row.merchant.name,
    merchantId: (row) => row.merchant.id,
    amount: (row) => egp(row.amount),
    accountName: (row) => row.account.name,
    bank: (row) => row.account.bank,
    accountNumber: (row) => row.account.number,
    status: (row) => say(`ops.transferState.${row.state}`),
    reason: (row) => row.reason,
    bankReference: (row) => row.bank_reference,
    endToEndId: (row) => row.end_to_end_id,
  }),
});

/** The list of due transfers that are in no file. */
export const dueList = opsList<
  Paging<'created_at' | 'amount'>,
  store.DueFilters,
  store.ListedDue,
  DueTransfer
>({
  what: 'due-transfers',
  find:
    ({ clock }, paging, filters) =>
    (db) =>
      store.dueSource(db, clock.now(), paging, filters),
  wireOf: (row) => ({
    id: row.paysId,
    kind: row.kind,
    merchant: { id: row.merchantId, name: row.merchantName },
    reference: row.reference,
    amount: toPounds(row.amountPiastres),
    account: row.account,
    state: row.state,
    created_at: row.createdAt.toISOString(),
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    kind: (row) => say(`ops.transferKind.${row.kind}`),
    merchant: (row) => row.merchant.name,
    merchantId: (row) => row.merchant.id,
    amount: (row) => egp(row.amount),
    accountName: (row) => row.account?.name ?? '',
    bank: (row) => row.account?.bank ?? '',
    accountNumber: (row) => row.account?.number ?? '',
    status: (row) => say(`ops.dueState.${row.state}`),
    created: (row) => at(row.created_at),
  }),
});
