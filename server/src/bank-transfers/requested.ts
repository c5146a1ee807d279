/** What a second operator reads before giving back what a bank refused or sent back: every transfer, and the bank's own file. */
import { Readable } from 'node:stream';
import { toPounds } from '@daftar/contract/money';
import type { GiveBackRequest, RequestedTransfer } from '@daftar/contract/ops-bank-transfers';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../audit/record.ts';
import { changeOf } from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import type { Page } from '../platform/lists/page.ts';
import { TransferNotFound } from './errors.ts';
import { type Change, KIND } from './give-back.ts';
import { listTransfersOf, type RequestedState, readRequested } from './store.ts';
import { findAnswer } from './store-answers.ts';

const changeOfRequest = async (app: App, id: number) => (await changeOf(app, KIND, id)) as Change;

const fromOf = ({ transfers }: Change): RequestedState[] => transfers.map(({ id, from }) => ({ id, from }));

/** Sums up a request. `left_out`: what approving it leaves as it is, because it was paid or given back since. @throws RequestNotFound */
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

/** Lists one page of the transfers of a request. @throws RequestNotFound */
export async function listGiveBack(
  app: App,
  id: number,
  paging: Paging<'id'>,
): Promise<Page<RequestedTransfer>> {
  const { batchId, transfers } = await changeOfRequest(app, id);
  const asked = new Map(transfers.map((each) => [each.id, each]));
  const { rows, meta } = await listTransfersOf(app.db, batchId, paging, [...asked.keys()]);
  const wireOf = (row: (typeof rows)[number]): RequestedTransfer => {
    const { from, to, reason, bankReference } = asked.get(row.id)!;
    return {
      id: row.id,
      end_to_end_id: row.endToEndId,
      merchant: { id: row.merchantId, name: row.merchantName },
      kind: row.kind,
      reference: row.reference,
      amount: toPounds(row.amountPiastres),
      outcome: to,
      reason,
      bank_reference: bankReference,
      state: row.state,
      is_open: row.state === from,
    };
  };
  return { rows: rows.map(wireOf), meta };
}

/** The bank's file, byte for byte as it was uploaded. @throws RequestNotFound; TransferNotFound when it was not kept */
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
  // Whatever it is, it is saved and not opened.
  return {
    stream: Readable.from([answer.content]),
    contentType: 'application/octet-stream',
    fileName: answer.name,
  };
}
