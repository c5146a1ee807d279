/** Shows a merchant's ledger in the console, and corrects it: requested by one operator, approved by another. */

import { ATTACHMENT_FILES } from '@daftar/contract/files';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@daftar/contract/ledger-accounts';
import { formatPounds, toPounds } from '@daftar/contract/money';
import type { ApprovalFact } from '@daftar/contract/ops-approvals';
import type { CorrectionForm, LedgerTransferRow } from '@daftar/contract/ops-ledger';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../../audit/record.ts';
import { issueCreditNote, lockCreditNotes, requireCreditable } from '../../fee-invoices/index.ts';
import { storeFile } from '../../files/index.ts';
import type { TransferKind } from '../../ledger/accounts.ts';
import { InsufficientFunds, LedgerRefusal } from '../../ledger/errors.ts';
import type { Line } from '../../ledger/lines.ts';
import { postTransfer } from '../../ledger/post.ts';
import { tellOwners } from '../../notifications/owners.ts';
import { askSecondOperator, type Executor, partOf } from '../../ops-approvals/index.ts';
import { at, egp, opsList } from '../../ops-lists/list.ts';
import type { App, Mode, Operator } from '../../platform/context.ts';
import type { Cell } from '../../platform/csv/csv.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { CorrectionNotCovered, CorrectionRefused, MerchantNotFound } from '../errors.ts';
import { findName } from '../store.ts';
import * as store from './store.ts';

type Filters = store.TransferFilters & { merchant_id: number; mode?: Mode | undefined };

/** The list of transfers of the merchant `merchant_id`, in live mode by default. @throws MerchantNotFound */
export const ledgerList = opsList<Paging<'id'>, Filters, store.ListedTransfer, LedgerTransferRow>({
  what: 'ledger',
  find: async (app, _paging, { merchant_id: merchantId, mode = 'live', ...filters }) => {
    if ((await findName(app.db, merchantId)) === undefined) throw new MerchantNotFound();
    return (db) => store.transferSource(db, { merchantId, mode }, filters);
  },
  wireOf: (row) => ({
    id: row.id,
    kind: row.kind,
    reference: row.reference,
    created_at: row.effectiveAt.toISOString(),
    corrects: row.corrects,
    processor_account: row.processorAccount,
    postings: row.postings.map(({ account, amount }) => ({ account, amount: toPounds(amount) })),
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    kind: (row) => say(`ops.ledgerKind.${row.kind as TransferKind}`),
    ...(Object.fromEntries(
      LEDGER_ACCOUNTS.map((account) => [
        `ledger.${account}`,
        ({ postings }: LedgerTransferRow) =>
          egp(postings.find((posting) => posting.account === account)?.amount ?? null),
      ]),
    ) as Record<`ledger.${LedgerAccount}`, (row: LedgerTransferRow) => Cell>),
    number: (row) => row.id,
    corrects: (row) => row.corrects,
    account: (row) => row.processor_account ?? '',
    created: (row) => at(row.created_at),
  }),
});

/** The stored change of a request. */
interface Change {
  mode: Mode;
  lines: CorrectionForm['lines'];
  corrects: number | null;
  processorAccountId: number | null;
  reference: string;
  /** The fee invoice that the correction reverses in part; absent in requests of earlier releases. */
  feeInvoiceId?: number | null;
}

const numberOf = (id: number | '' | null | undefined): number | null => (id ? id : null);

/**
 * Asks a second operator to correct a merchant's ledger. The document is required, because the approver must see the
 * reason.
 * @throws MerchantNotFound, InvalidError 422 by field
 */
export async function askCorrection(
  app: App,
  operator: Operator,
  merchantId: number,
  form: CorrectionForm,
  file: UploadedFile | null,
): Promise<void> {
  const name = await findName(app.db, merchantId);
  if (name === undefined) throw new MerchantNotFound();
  const { mode, lines, reason } = form;
  const corrects = numberOf(form.corrects);
  const found = corrects === null ? '' : await store.findReference(app.db, merchantId, mode, corrects);
  if (found === undefined) throw InvalidError.field('corrects', 'Invalid');
  const reference = form.reference || found;
  if (reference === '') throw InvalidError.field('reference', 'Required');
  const invoice =
    form.fee_invoice === ''
      ? null
      : await requireCreditable(
          app,
          merchantId,
          { mode, lines, fee_invoice: form.fee_invoice },
          operator.locale,
        );
  const paper = await storeFile(
    app,
    { merchantId, userId: 0 },
    { purpose: 'paper', file, rule: ATTACHMENT_FILES, field: 'file' },
  );
  const facts: ApprovalFact[] = [
    { name: 'mode', before: null, after: { is: 'words', of: 'mode', codes: [mode] } },
    { name: 'reference', before: null, after: { is: 'text', text: reference } },
    {
      name: 'corrects',
      before: null,
      after: { is: 'text', text: corrects === null ? '' : String(corrects) },
    },
    ...(invoice === null
      ? []
      : [{ name: 'feeInvoice', before: null, after: { is: 'text', text: invoice.number } } as const]),
    ...lines.map(({ account, side, amountPiastres }): ApprovalFact => {
      const amount = side === 'credit' ? amountPiastres : -amountPiastres;
      return {
        name: 'posting',
        of: account,
        before: null,
        after: { is: 'amount', amount: toPounds(amount) },
      };
    }),
  ];
  const change: Change = {
    mode,
    lines,
    corrects,
    processorAccountId: numberOf(form.processor_account_id),
    reference,
    feeInvoiceId: invoice?.id ?? null,
  };
  await askSecondOperator(app, operator, {
    kind: 'correction',
    subject: `merchant:${merchantId}`,
    name,
    merchantId,
    facts,
    change,
    reason,
    papers: [paper.path],
    // A merchant may need several corrections, but hardly two equal ones.
    part: partOf(change),
  });
}

function linesOf({ lines, processorAccountId }: Change): Line[] {
  return lines.map(({ account, side, amountPiastres }) =>
    account === 'clearing'
      ? side === 'credit'
        ? { credit: account, amountPiastres, processorAccountId }
        : { debit: account, amountPiastres, processorAccountId }
      : side === 'credit'
        ? { credit: account, amountPiastres }
        : { debit: account, amountPiastres },
  );
}

/**
 * Tells the owners how a correction changes their available balance, and why; its other postings concern only the
 * provider.
 */
async function tellMerchant(
  app: App,
  merchantId: number,
  { mode, lines, reference }: Change,
  reason: string,
): Promise<void> {
  const theirs = lines.find(({ account }) => account === 'available');
  if (!theirs) return;
  const { side, amountPiastres } = theirs;
  const kind = side === 'credit' ? 'balance-credited' : 'balance-debited';
  const params = { amountPiastres, reference, reason };
  await tellOwners(app, { merchantId, mode }, { kind, params, href: '/transactions' });
}

/** Carries out {@link askCorrection}: posts one transfer, linked to the corrected one. */
export const postCorrection: Executor = async (app, { id, merchantId, change, reason, askedBy }, by) => {
  const correction = change as Change;
  const { mode, corrects, reference, lines, feeInvoiceId = null } = correction;
  const now = app.clock.now();
  try {
    await transaction(app.db, async (tx) => {
      await recordProviderAudit(tx, { ...by, merchantId: merchantId ?? 0 }, now, {
        action: 'ledger.correct',
        subject: `merchant:${merchantId}`,
        after: {
          mode,
          reference,
          reason,
          askedBy,
          ...(corrects === null ? {} : { corrects }),
          ...Object.fromEntries(
            lines.map(({ account, side, amountPiastres }) => [
              account,
              formatPounds(side === 'credit' ? amountPiastres : -amountPiastres),
            ]),
          ),
        },
      });
      await tellMerchant({ ...app, db: tx }, merchantId ?? 0, correction, reason);
      if (feeInvoiceId !== null) await lockCreditNotes(app, tx, merchantId ?? 0, feeInvoiceId);
      const { transferId } = await postTransfer(tx, {
        merchantId: merchantId ?? 0,
        mode,
        kind: 'correction',
        reference,
        idempotencyKey: `correction:approval:${id}`,
        effectiveAt: now,
        currency: 'EGP',
        lines: linesOf(correction),
        ...(corrects === null ? {} : { correctsTransferId: corrects }),
      });
      if (feeInvoiceId !== null)
        await issueCreditNote(app, tx, {
          merchantId: merchantId ?? 0,
          invoiceId: feeInvoiceId,
          transferId,
          lines,
          reason,
        });
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) throw new CorrectionNotCovered();
    if (error instanceof LedgerRefusal && error.rule === 'ledger_processor_account_known')
      throw new CorrectionRefused();
    throw error;
  }
};
