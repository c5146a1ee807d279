/**
 * Shows a second operator the transfers that a bank refused or sent back, and the bank's own file, before they are
 * given back.
 */
import { toPounds } from '@daftar/contract/money';
import type { GiveBackRequest, RequestedTransfer } from '@daftar/contract/ops-bank-transfer-answers';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../audit/record.ts';
import { changeOf } from '../ops-approvals/index.ts';
import { egp, opsList } from '../ops-lists/list.ts';
import type { App, Operator } from '../platform/context.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { TransferNotFound } from './errors.ts';
import { type Change, KIND } from './give-back.ts';
import { type RequestedState, readRequested } from './store.ts';
import { findAnswer } from './store-answers.ts';
import { type ListedInFile, type TransferFilters, transferSource } from './store-lists.ts';

const changeOfRequest = async (app: App, id: number) => (await changeOf(app, KIND, id)) as Change;

const fromOf = ({ transfers }: Change): RequestedState[] => transfers.map(({ id, from }) => ({ id, from }));

/**
 * Sums up a request. `left_out`: transfers that its approval does not change, because they were paid or given back
 * since.
 * @throws RequestNotFound
 */
export async function readGiveBack(app: App, id: number): Promise<GiveBackRequest> {
  const change = await changeOfRequest(app, id);
  const answer = change.sha256 === undefined ? undefined : await findAnswer(app.db, change.sha256);
  const { open, openPiastres, paid } = await readRequested(app.db, fromOf(change));
  return {
    transfers: change.transfers.length,
    open,
    open_amount: toPounds(openPiastres),
    paid_since: paid,
    file: answer?.name ?? null,
  };
}

/** The list of transfers of the request `request_id`. @throws RequestNotFound */
export const requestedList = opsList<
  Paging<'id' | 'amount'>,
  TransferFilters & { request_id: number },
  ListedInFile,
  RequestedTransfer,
  ReadonlyMap<number, Change['transfers'][number]>
>({
  what: 'requested-transfers',
  find: async (app, paging, filters) => {
    const { batchId, transfers } = await changeOfRequest(app, filters.request_id);
    const asked = transfers.map(({ id }) => id);
    return (db) => transferSource(db, batchId, paging, filters, asked);
  },
  ready: async (app, { request_id: id }) =>
    new Map((await changeOfRequest(app, id)).transfers.map((each) => [each.id, each])),
  wireOf: (row, _locale, _operator, asked) => {
    const { from, to, reason, bankReference } = asked.get(row.id)!;
    return {
      id: row.id,
      end_to_end_id: row.endToEndId,
      merchant: { id: row.merchantId, name: row.merchantName },
      kind: row.kind,
      pays_id: row.paysId,
      reference: row.reference,
      amount: toPounds(row.amountPiastres),
      outcome: to,
      reason,
      bank_reference: bankReference,
      state: row.state,
      is_open: row.state === from,
    };
  },
  cells: (say) => ({
    reference: (row) => row.reference,
    kind: (row) => say(`ops.transferKind.${row.kind}`),
    merchant: (row) => row.merchant.name,
    merchantId: (row) => row.merchant.id,
    amount: (row) => egp(row.amount),
    answer: (row) => say(`ops.transferState.${row.outcome}`),
    reason: (row) => row.reason,
    bankReference: (row) => row.bank_reference,
    status: (row) => say(`ops.transferState.${row.state}`),
    endToEndId: (row) => row.end_to_end_id,
  }),
});

/**
 * Returns the bank's file, byte for byte as uploaded.
 * @throws RequestNotFound; TransferNotFound when it was not kept
 */
export async function downloadAnswer(app: App, operator: Operator, id: number): Promise<FileResult> {
  const { sha256 } = await changeOfRequest(app, id);
  const answer = sha256 === undefined ? undefined : await findAnswer(app.db, sha256);
  if (!answer) throw new TransferNotFound();
  const { email: actor, address } = operator;
  await recordProviderAudit(app.db, { actor, address }, app.clock.now(), {
    action: 'bank-file.answer-download',
    subject: 'bank-answer',
    after: { name: answer.name, sha256 },
  });
  // Browsers save the file and never open it, whatever it contains.
  return {
    content: answer.content,
    contentType: 'application/octet-stream',
    fileName: answer.name,
  };
}
