import type { OwnFieldsForm } from '@daftar/contract/integration-fields';
import { toPounds } from '@daftar/contract/money';
import type { ListedRefund, RefundFormValues, RefundRow } from '@daftar/contract/refunds';
import { ask, isRefundApprovalRequired, unapprovedRefundLimit } from '../approvals/ask.ts';
import { requestsOf } from '../approvals/rows.ts';
import { type Actor, recordAudit } from '../audit/record.ts';
import { PROVEN, type Proven, proveIf, requireStepUp } from '../auth/step-up.ts';
import { claimReference, newOwn, type OwnFields } from '../integration-fields/fields.ts';
import { setOwnFields } from '../integration-fields/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { isTx, transaction } from '../platform/db/transaction.ts';
import { NotFoundError } from '../platform/http/errors.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { Page } from '../platform/lists/page.ts';
import { newExternalRef } from '../processors/external-ref.ts';
import {
  BankAccountNeeded,
  DisputedNow,
  ExceedsRefundable,
  NotRefundable,
  RefundedTransactionNotFound,
  WrongRefundChannel,
} from './errors.ts';
import { refundRow, requestRow, rowOfMerchant } from './rows.ts';
import { type RefundChannel, refundablePiastres, refundChannel } from './rules.ts';
import { sendRefund } from './send.ts';
import * as store from './store.ts';
import * as storeList from './store-list.ts';
import { findPayment, lockPayment, type PaymentRow } from './store-payments.ts';

/** Delay until a job requests a refund whose request died before it called the processor. */
const FOLLOW_UP_SECONDS = 30;

/** A validated amount to refund. */
export interface Promised {
  amountPiastres: number;
  reason: string;
  accountName?: string;
  bankName?: string;
  iban?: string;
  own?: OwnFields;
  /** The requester and the request, if the caller approves somebody else's request. */
  asked?: { userId: number; approvalId: number };
}

/** Locks a payment to be refunded. @throws RefundedTransactionNotFound */
export async function lockRefundable(tx: Tx, caller: Caller, id: number): Promise<PaymentRow> {
  const payment = await lockPayment(tx, caller, id);
  if (!payment) throw new RefundedTransactionNotFound();
  return payment;
}

/**
 * Creates a pending refund of a locked payment, or requests approval if it is required.
 * @returns the refund, or null if it waits for approval.
 * @throws NotRefundable, ExceedsRefundable, MerchantReferenceTaken
 */
export async function refundOrRequestApproval(
  app: App,
  tx: Tx,
  caller: Caller,
  payment: PaymentRow,
  promised: Promised,
): Promise<store.RefundRef | { approvalId: number }> {
  const { own = newOwn({}) } = promised;
  await claimReference(tx, 'refunds', caller, own);
  const given = payment.refundedPiastres + payment.refundingPiastres;
  if (!(await isRefundApprovalRequired(tx, caller, given, promised.amountPiastres))) {
    return createPendingRefund(app, tx, caller, payment, promised);
  }
  if (refundChannel(payment) === null) throw new NotRefundable();
  if (promised.amountPiastres > refundablePiastres(payment)) throw new ExceedsRefundable();
  const { id, reference } = payment;
  return {
    approvalId: await ask(app, tx, caller, { kind: 'refund', payment: { id, reference }, ...promised }),
  };
}

/**
 * Creates a pending refund of a locked payment, within a transaction, so that no amount is refunded twice. A job calls
 * the processor should this process die before it does.
 * @throws NotRefundable, ExceedsRefundable
 */
export async function createPendingRefund(
  app: App,
  tx: Tx,
  caller: Actor,
  payment: PaymentRow,
  promised: Promised,
): Promise<store.RefundRef> {
  const now = app.clock.now();
  const { processor, accountId, externalRef } = payment;
  if (refundChannel(payment) === null || !processor || !externalRef) throw new NotRefundable();
  if (promised.amountPiastres > refundablePiastres(payment)) throw new ExceedsRefundable();
  const { own = newOwn({}) } = promised;
  await claimReference(tx, 'refunds', caller, own);
  const id = await store.insertRefund(tx, caller, {
    own,
    transactionId: payment.id,
    amountPiastres: promised.amountPiastres,
    reason: promised.reason,
    refundKey: newExternalRef(),
    processor,
    accountId,
    externalRef,
    paymentReference: payment.paymentReference,
    accountName: promised.accountName ?? '',
    bankName: promised.bankName ?? '',
    iban: promised.iban ?? '',
    userId: promised.asked?.userId ?? ('userId' in caller ? caller.userId : null),
    approvalId: promised.asked?.approvalId ?? null,
    isMade: false,
    now,
  });
  if (id === undefined) throw new ExceedsRefundable();
  await recordAudit(tx, caller, now, {
    action: 'refund.request',
    subject: `transaction:${payment.id}`,
    after: { refund: id, reference: payment.reference, amountPiastres: promised.amountPiastres },
  });
  const ref = { merchantId: caller.merchantId, id };
  // Inside the transaction of an Idempotency-Key only the job calls the processor, so it runs at once.
  const seconds = isTx(app.db) ? 0 : FOLLOW_UP_SECONDS;
  await addJob(tx, 'send-refund', { ...ref }, { runAt: new Date(now.getTime() + seconds * 1000) });
  return ref;
}

/**
 * Returns the amount that refusing a payment would refund, in piastres, and whether it goes to an account that somebody
 * types. Locks the payment.
 * @throws RefundedTransactionNotFound, DisputedNow
 */
export async function leftToRefuse(
  tx: Tx,
  scope: Scope,
  transactionId: number,
): Promise<{ amountPiastres: number; toAccount: boolean }> {
  const payment = await lockPayment(tx, scope, transactionId);
  if (!payment) throw new RefundedTransactionNotFound();
  if (payment.disputedPiastres > 0) throw new DisputedNow();
  return { amountPiastres: refundablePiastres(payment), toAccount: refundChannel(payment) === 'bank' };
}

/**
 * Refunds the remaining amount of a payment that the provider has refused, in the caller's transaction; {@link sendNow}
 * must follow.
 * @returns null if nothing is left. @throws RefundedTransactionNotFound, DisputedNow, BankAccountNeeded
 */
export async function refundRefusedPayment(
  app: App,
  tx: Tx,
  by: Extract<Actor, { actor: string }>,
  transactionId: number,
  form: { reason: string; account_name: string; bank_name: string; iban: string },
): Promise<store.RefundRef | null> {
  const payment = await lockPayment(tx, by, transactionId);
  if (!payment) throw new RefundedTransactionNotFound();
  if (payment.disputedPiastres > 0) throw new DisputedNow();
  const amountPiastres = refundablePiastres(payment);
  if (amountPiastres === 0) return null;
  if (refundChannel(payment) === 'bank') requireAccount(form);
  return createPendingRefund(app, tx, by, payment, {
    amountPiastres,
    reason: form.reason,
    accountName: form.account_name,
    bankName: form.bank_name,
    iban: form.iban,
  });
}

/** Calls the processor now, unless a transaction is open: processors are never called inside one. */
export async function sendNow(app: App, ref: store.RefundRef): Promise<void> {
  if (isTx(app.db)) return;
  try {
    await sendRefund(app, ref);
  } catch (error) {
    app.log.warn({ err: error, refund: ref }, 'a refund is tried again later');
  }
}

/**
 * Refunds all or part of a payment made by any method but AmanCard. A typed bank account may be anybody's, so a person
 * must pass step-up first; a key was authorized when it was created.
 * @throws as {@link createRefund}; InvalidError 422 for a wrong password
 */
export async function requestRefund(
  app: App,
  caller: Caller,
  transactionId: number,
  { current_password, step_up, ...form }: RefundFormValues,
): Promise<RefundRow> {
  const payment = await findPayment(app.db, caller, transactionId);
  const isAsked = payment !== undefined && refundChannel(payment) === 'bank';
  if (isAsked) requireAccount(form);
  const proven = caller.key
    ? PROVEN
    : await proveIf(isAsked, () => requireStepUp(app, caller, { current_password, step_up }));
  return createRefund(app, caller, transactionId, form, proven);
}

/**
 * The same without step-up, for the demo.
 * @throws RefundedTransactionNotFound 404; NotRefundable, WrongRefundChannel 400; ExceedsRefundable, BankAccountNeeded
 * 422.
 */
export async function createRefund(
  app: App,
  caller: Caller,
  transactionId: number,
  form: RefundFormValues,
  proven: Proven = PROVEN,
): Promise<RefundRow> {
  const ref = await transaction(app.db, async (tx) => {
    const payment = await lockRefundable(tx, caller, transactionId);
    const way = refundChannel(payment);
    if (way === null) throw new NotRefundable();
    if (way === 'aman') throw new WrongRefundChannel(true);
    if (way === 'bank') requireAccount(form);
    proven.recheck(way === 'bank');
    return refundOrRequestApproval(app, tx, caller, payment, {
      amountPiastres: form.amount,
      reason: form.reason,
      accountName: form.account_name,
      bankName: form.bank_name,
      iban: form.iban ?? '',
      own: newOwn(form),
    });
  });
  const rows = async () => listRefunds(app, caller, transactionId);
  if ('approvalId' in ref) return (await rows()).find((row) => row.approval_id === ref.approvalId)!;
  await sendNow(app, ref);
  return (await rows()).find((row) => row.id === ref.id)!;
}

/** @throws BankAccountNeeded if a part of the account is missing */
export function requireAccount(form: {
  account_name: string;
  bank_name: string;
  iban?: string | null | undefined;
}): void {
  const fields = { account_name: form.account_name, bank_name: form.bank_name, iban: form.iban ?? '' };
  const missing = Object.entries(fields).filter(([, value]) => value === '');
  if (missing.length > 0) throw new BankAccountNeeded(missing.map(([field]) => field));
}

/** Lists one page of the caller's refunds of all payments. */
export async function listAll(
  app: App,
  caller: Caller,
  paging: storeList.ListPaging,
  filters: storeList.ListFilters,
): Promise<Page<ListedRefund>> {
  const { rows, meta } = await storeList.listOfMerchant(app.db, caller, paging, filters);
  const shown = rows.map((row) => rowOfMerchant(caller.locale, row));
  // These fields are visible only to callers who may read the transaction's details.
  if (caller.permissions.has('view-transaction-details')) return { rows: shown, meta };
  const hidden = { reason: '', requested_by: '', approved_by: null, bank_account: null };
  return { rows: shown.map((row) => ({ ...row, ...hidden })), meta };
}

/** Reads the caller's refunds with the given ids. */
export async function readRefunds(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, ListedRefund>> {
  const found = await storeList.findMany(app.db, caller, ids);
  return new Map(found.map((row) => [row.id, rowOfMerchant(caller.locale, row)]));
}

/** Returns one refund. @throws NotFoundError */
export async function getRefund(app: App, caller: Caller, id: number): Promise<ListedRefund> {
  const found = await storeList.findOfMerchant(app.db, caller, id);
  if (!found) throw new NotFoundError();
  return rowOfMerchant(caller.locale, found);
}

/** Sums up the refunds made in a period of Cairo days, and those that came back in it, in pounds. */
export async function readRefunded(
  app: App,
  scope: Scope,
  { date_from: from, date_to: to }: { date_from: string; date_to: string },
): Promise<{ refunded: number; cameBack: number }> {
  const { refunded, cameBack } = await storeList.sumMade(app.db, scope, from, to);
  return { refunded: toPounds(refunded), cameBack: toPounds(cameBack) };
}

/** Changes a refund's own fields. @throws NotFoundError, MerchantReferenceTaken */
export const changeOwn = (app: App, caller: Caller, id: number, form: OwnFieldsForm): Promise<void> =>
  setOwnFields(app, caller, REFUNDS, id, form);

const REFUNDS = {
  table: 'refunds',
  noun: 'refund',
  missing: () => new NotFoundError(),
  write: store.writeOwn,
} as const;

/** Lists a transaction's refunds and refund requests, newest first. */
export async function listRefunds(app: App, caller: Caller, transactionId: number): Promise<RefundRow[]> {
  const refunds = await storeList.listRefunds(app.db, caller, transactionId);
  const requests = await requestsOf(app, caller, transactionId);
  const rows = [
    ...refunds.map((row) => refundRow(caller.locale, row)),
    ...requests.map((row) => requestRow(caller.locale, row)),
  ];
  return rows.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

/** In pounds, as in {@link refunds.ofTransaction}. */
interface Refundable {
  refunds: RefundRow[];
  refundable_amount: number;
  way: RefundChannel | null;
  waits_above?: number;
  account?: string;
}

/** Returns a transaction's refunds and the refundable amount. @throws RefundedTransactionNotFound */
export async function refundsOf(app: App, caller: Caller, transactionId: number): Promise<Refundable> {
  const payment = await findPayment(app.db, caller, transactionId);
  if (!payment) throw new RefundedTransactionNotFound();
  const alone = await unapprovedRefundLimit(
    app.db,
    caller,
    payment.refundedPiastres + payment.refundingPiastres,
  );
  const way = payment.processor ? refundChannel(payment) : null;
  return {
    ...(alone === null ? {} : { waits_above: toPounds(alone) }),
    ...(way === 'aman' && payment.account ? { account: payment.account } : {}),
    refunds: await listRefunds(app, caller, transactionId),
    refundable_amount: toPounds(refundablePiastres(payment)),
    way,
  };
}
