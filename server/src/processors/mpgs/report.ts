/** Reads an order of Mastercard Gateway: the state of its payment, and its refunds. */
import { fromDecimal } from '../amounts.ts';
import { ProcessorError } from '../errors.ts';
import type { PayingCard, PaymentRef, PaymentReport, ProcessorId, RefundReport, Step } from '../gateway.ts';
import { brandOf, isKnownStatus, meaningOf } from './codes.ts';
import type { OrderAnswer, TransactionAnswer } from './messages.ts';

/**
 * The ids of the transactions that we make for a refund: its key for REFUND, the key and `-V` for VOID. After a refused
 * VOID the refund needs another id, because an id is used up by its first transaction.
 */
const OURS = /^([0-9A-Z]{20})(?:-V)?$/;
export const voidIdOf = (refundKey: string): string => `${refundKey}-V`;

/** Returns an id that is unique in the whole account, because transactions are numbered within their order. */
export const fullId = (externalRef: string, transactionId: string): string =>
  `${externalRef}/${transactionId}`;

/** Returns the transaction's own id; null for an id of another order. */
export function transactionIdOf(externalRef: string, id: string | null): string | null {
  return id?.startsWith(`${externalRef}/`) ? id.slice(externalRef.length + 1) || null : null;
}

const isDone = (one: TransactionAnswer): boolean =>
  one.result === 'SUCCESS' && meaningOf(codeOf(one)) === 'done';
const isPayment = (one: TransactionAnswer): boolean => ['PAYMENT', 'CAPTURE'].includes(one.transaction.type);
const codeOf = (one: TransactionAnswer): string => one.response?.gatewayCode ?? '';

function amountOf(text: unknown): number {
  const piastres = fromDecimal(text);
  if (piastres === null) throw new ProcessorError('unknown', 'an amount of the answer cannot be read');
  return piastres;
}

/** The order's transactions, oldest first. */
function historyOf(answer: OrderAnswer): TransactionAnswer[] {
  const all = [...(answer.transaction ?? [])];
  return all.sort((a, b) => {
    const [one, other] = [a.timeOfRecord ?? '', b.timeOfRecord ?? ''];
    return one < other ? -1 : one > other ? 1 : 0;
  });
}

/** Returns everything that an order says about a payment. @throws ProcessorError if it contradicts itself */
export function reportOf(order: PaymentRef, answer: OrderAnswer, now: Date): PaymentReport {
  const history = historyOf(answer);
  const { step, ids, moreMoney = [] } = stepOf(order, answer, history, now);
  const refunds = refundsOf(order.externalRef, answer.currency, history);
  return { step, ids, moreMoney, refunds, ...unnamedOf(answer) };
}

/** An order's `chargeback` is an amount without a case, from which no dispute can be created. */
function unnamedOf({ chargeback }: OrderAnswer): Pick<PaymentReport, 'unnamed'> {
  const said = chargeback?.amount ?? '0';
  const piastres = fromDecimal(said);
  if (piastres === 0) return {};
  const amountPiastres = piastres !== null && piastres > 0 ? piastres : null;
  return { unnamed: [{ kind: 'dispute', amountPiastres, word: `chargeback.amount ${said}` }] };
}

function stepOf(
  order: PaymentRef,
  answer: OrderAnswer,
  history: readonly TransactionAnswer[],
  now: Date,
): { step: Step; ids: ProcessorId[]; moreMoney?: PaymentReport['moreMoney'] } {
  const waits = (word: string) => ({ step: { state: 'pending', word } as const, ids: [] });
  if (answer.result !== 'SUCCESS') return waits(answer.result);
  if (answer.currency !== order.currency) return waits(`currency ${answer.currency}`);
  if (!isKnownStatus(answer.status)) return waits(answer.status);

  const paid = history.filter((one) => isPayment(one) && isDone(one));
  const received = receivedOf(answer, history, paid);
  if (received > 0) {
    const [first, ...others] = paid;
    if (!first) {
      const open = history.findLast((one) => isPayment(one) && one.result !== 'FAILURE');
      if (open) return waits(codeOf(open) || open.result);
      throw new ProcessorError('unknown', 'the order has money, and no payment that brought it');
    }
    const amount = others.length === 0 ? received : amountOf(first.transaction.amount);
    // A second payment of one order is additional money, with a reference of its own.
    const moreMoney = others.map((one) => ({
      reference: fullId(order.externalRef, one.transaction.id),
      receivedPiastres: amountOf(one.transaction.amount),
      card: cardOf(one),
    }));
    const ids = paid.flatMap((one) => idsOf(order.externalRef, one));
    return { step: succeeded(order, first, amount), ids, moreMoney };
  }
  return { step: withoutMoney(order, answer, history, now), ids: [] };
}

/**
 * Returns the amount that the payer paid. The totals decide. A VOID reduces `totalCapturedAmount` by its amount, so it
 * is added back, up to the sum of the payments, and reported as a refund.
 */
function receivedOf(
  answer: OrderAnswer,
  history: readonly TransactionAnswer[],
  paid: readonly TransactionAnswer[],
): number {
  const captured = amountOf(answer.totalCapturedAmount);
  const voids = history.filter((one) => one.transaction.type === 'VOID_PAYMENT' && isDone(one));
  if (voids.length === 0) return captured;
  const sum = (list: readonly TransactionAnswer[]) =>
    list.reduce((total, one) => total + movedBy(one, history), 0);
  return Math.max(captured, Math.min(captured + sum(voids), sum(paid)));
}

/** Returns the amount of a transaction; a VOID without one cancels the whole transaction. */
function movedBy({ transaction }: TransactionAnswer, history: readonly TransactionAnswer[]): number {
  const ended = history.find((one) => one.transaction.id === transaction.targetTransactionId);
  return amountOf(transaction.amount ?? ended?.transaction.amount);
}

function succeeded(order: PaymentRef, one: TransactionAnswer, receivedPiastres: number): Step {
  return {
    state: 'succeeded',
    reference: fullId(order.externalRef, one.transaction.id),
    receivedPiastres,
    disputes: false,
    card: cardOf(one),
  };
}

/** Returns the card of a payment; null if the gateway does not report its last digits. */
function cardOf({ sourceOfFunds }: TransactionAnswer): PayingCard | null {
  const card = sourceOfFunds?.provided?.card;
  const last4 = /\d{4}$/.exec(card?.number ?? '')?.[0];
  if (!last4) return null;
  const bin = /^\d{6}/.exec(card?.number ?? '')?.[0] ?? null;
  return { brand: brandOf(card?.brand ?? card?.scheme), last4, bin };
}

/** Returns the state of an order without money, by the newest try on the gateway's page. */
function withoutMoney(
  order: PaymentRef,
  answer: OrderAnswer,
  history: readonly TransactionAnswer[],
  now: Date,
): Step {
  // We request PURCHASE. Money that is only authorized is not ours, and we would never capture it.
  if (amountOf(answer.totalAuthorizedAmount ?? '0') > 0) return { state: 'pending', word: answer.status };
  const newest = history.findLast((one) =>
    ['PAYMENT', 'AUTHORIZATION', 'AUTHENTICATION', 'CAPTURE'].includes(one.transaction.type),
  );
  if (!newest) return { state: 'pending' };
  const code = codeOf(newest);
  const meaning = meaningOf(code);
  const isFailure = newest.result === 'FAILURE';
  if (typeof meaning === 'object' && meaning !== null) {
    if (!isFailure) return { state: 'pending', word: code };
    const isRefusedByTheirBank =
      newest.transaction.type === 'AUTHENTICATION' && meaning.reason === 'declined';
    // The gateway does not report when its page stops accepting another card.
    return {
      state: 'failed',
      reason: isRefusedByTheirBank ? 'authentication_failed' : meaning.reason,
      mayStillBePaid: true,
    };
  }
  // The acquirer did not answer. The order is asked about until the payer's time is over.
  if (meaning === 'unclear' && now >= order.expiresAt)
    return { state: 'failed', reason: 'processing_error', mayStillBePaid: true };
  // `done`: an authentication, which precedes the payment.
  if (meaning === 'undecided' || meaning === 'done') return { state: 'pending' };
  return { state: 'pending', word: code || newest.result };
}

/**
 * Returns the ids by which a payment is found in the acquirer's statements. Authorization codes and batches repeat, so
 * the order is appended to make them unique in the account.
 */
function idsOf(externalRef: string, { transaction }: TransactionAnswer): ProcessorId[] {
  const { authorizationCode, receipt, acquirer } = transaction;
  const ids: ProcessorId[] = [{ kind: 'transaction', value: fullId(externalRef, transaction.id) }];
  if (receipt) ids.push({ kind: 'receipt', value: receipt });
  if (authorizationCode)
    ids.push({ kind: 'authorizationCode', value: `${authorizationCode}/${externalRef}` });
  if (acquirer?.batch !== undefined) ids.push({ kind: 'batch', value: `${acquirer.batch}/${externalRef}` });
  return ids;
}

function refundsOf(
  externalRef: string,
  currency: string,
  history: readonly TransactionAnswer[],
): RefundReport[] {
  const reversed = new Set(
    history
      .filter((one) => one.transaction.type === 'VOID_REFUND' && isDone(one))
      .map((one) => one.transaction.targetTransactionId),
  );
  return history.flatMap((one) => {
    if (!['REFUND', 'VOID_PAYMENT'].includes(one.transaction.type)) return [];
    const refundKey = OURS.exec(one.transaction.id)?.[1] ?? null;
    const state = reversed.has(one.transaction.id) ? 'reversed' : refundStateOf(one);
    // A refused VOID of ours, which was followed by a REFUND.
    if (refundKey && state === 'failed' && one.transaction.type === 'VOID_PAYMENT') return [];
    if ((one.transaction.currency ?? currency) !== currency) return [];
    const amountPiastres = movedBy(one, history);
    const word = codeOf(one) || one.result;
    return [{ id: fullId(externalRef, one.transaction.id), refundKey, amountPiastres, state, word }];
  });
}

/**
 * Returns the state of a REFUND or VOID. Only a decline is a failure; if the gateway could not find out the result, it
 * is pending. A VOID that failed with an unknown code counts as refused: a REFUND follows, which the gateway refuses if
 * the VOID was made.
 */
export function refundStateOf(one: TransactionAnswer): 'refunded' | 'pending' | 'failed' {
  if (isDone(one)) return 'refunded';
  const meaning = meaningOf(codeOf(one));
  const isRefused = meaning === null ? one.transaction.type.startsWith('VOID') : typeof meaning === 'object';
  return one.result === 'FAILURE' && isRefused ? 'failed' : 'pending';
}

/** Returns the order's transaction with an id; null if there is none. */
export const transactionOf = (answer: OrderAnswer, id: string): TransactionAnswer | null =>
  answer.transaction?.find((one) => one.transaction.id === id) ?? null;
