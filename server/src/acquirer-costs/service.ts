/** Acquirers' charges to us for payments and disputes. They concern our own money, never a merchant's. */
import { recordProviderAudit } from '../audit/record.ts';
import { acquirerCostLines } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { CostlyPaymentNotFound, CostReferenceTaken, MoreThanCharged, NoAcquirer } from './errors.ts';
import * as store from './store.ts';

/** A cost booked by an operator or a settlement file. */
export type NewCost = Omit<store.Cost, 'bookedAt'> & { address?: string };

/**
 * Books a cost of a payment once, however often it is reported: the acquirer's reference identifies it at the account
 * where the payment was made. The account owes us that much less, or more when the amount is below zero.
 * @returns whether this call has booked it
 * @throws CostlyPaymentNotFound, NoAcquirer, CostReferenceTaken when another cost has the reference, MoreThanCharged
 */
export async function bookCost(app: App, ref: store.PaymentRef, cost: NewCost): Promise<boolean> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const payment = await store.lockPayment(tx, ref);
    if (!payment?.isPaid) throw new CostlyPaymentNotFound();
    const { account, merchantId, mode } = payment;
    if (!account) throw new NoAcquirer();
    if (!(await store.insertCost(tx, payment, account.id, { ...cost, bookedAt: now }))) {
      if (await store.isBooked(tx, ref, account.id, cost)) return false;
      throw new CostReferenceTaken();
    }
    const { kind, amountPiastres, vatPiastres, reference, actor, address } = cost;
    if ((await store.chargedPiastres(tx, ref, kind)) < 0) throw new MoreThanCharged();
    await recordProviderAudit(tx, { actor, ...(address === undefined ? {} : { address }) }, now, {
      action: 'acquirer-cost.book',
      subject: `transaction:${ref.transactionId}`,
      after: {
        merchant: merchantId,
        transaction: payment.reference,
        account: account.id,
        kind,
        reference,
        amountPiastres,
        vatPiastres,
      },
    });
    await postTransfer(tx, {
      merchantId,
      mode,
      kind,
      reference: payment.reference,
      idempotencyKey: `acquirer-cost:${account.id}:${reference}`,
      effectiveAt: now,
      currency: 'EGP',
      lines: acquirerCostLines({ amountPiastres, processorAccountId: account.id }),
    });
    return true;
  });
}

/** Lists the costs of a payment and names the account where it was made. @throws CostlyPaymentNotFound */
export async function costsOf(app: App, ref: store.PaymentRef) {
  const payment = await store.findPayment(app.db, ref);
  if (!payment) throw new CostlyPaymentNotFound();
  const costs = await store.listCosts(app.db, ref);
  return { account: payment.isPaid ? payment.account : null, costs };
}
