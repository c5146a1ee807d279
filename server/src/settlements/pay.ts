import { shownAccount } from '@daftar/contract/bank-accounts';
import { toPounds } from '@daftar/contract/money';
import { recordAudit } from '../audit/record.ts';
import { InsufficientFunds } from '../ledger/errors.ts';
import { settlementPaidLines } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { emitEvent } from '../webhooks/emit.ts';
import {
  AlreadyPaid,
  InFile,
  MerchantStopped,
  NotCovered,
  NotForBank,
  SettlementNotFound,
} from './errors.ts';
import * as store from './store-pay.ts';

/** A bank transfer as recorded by an operator. */
export interface Transfer {
  /** The bank's own reference of the transfer. */
  bankReference: string;
  /**
   * The transfer was made before the merchant was suspended or held, or by hand under an earlier release, so it is
   * recorded in any case.
   */
  alreadyTransferred?: boolean;
  actor: string;
}

/**
 * Records that a settlement was transferred to the merchant's bank account. The ledger posted this when it was settled.
 * For a settlement on the balance, which only an earlier release can have transferred, the amount leaves the balance
 * now, so that it is not paid out as well.
 * @throws SettlementNotFound, NotForBank, AlreadyPaid, MerchantStopped, NotCovered, InFile
 */
export async function paySettlement(app: App, ref: store.SettlementRef, transfer: Transfer): Promise<void> {
  try {
    await transaction(app.db, (tx) => writeTransfer({ ...app, db: tx }, tx, ref, transfer));
  } catch (error) {
    if (error instanceof InsufficientFunds) throw new NotCovered();
    throw isInFile(error) ? new InFile() : error;
  }
}

/** Returns whether the database refused to mark a settlement as paid because it is in a file of transfers. */
const isInFile = (error: unknown): boolean =>
  (error as { constraint_name?: unknown } | null)?.constraint_name === 'settlement_payments_not_in_file';

/**
 * Records that a bank refused or sent back the transfer of a settlement, so that it is transferred again. Notifies
 * the merchant, whose account details may need a change. Call it in the transaction that records the bank's answer.
 */
export async function returnSettlement(
  app: App,
  tx: Tx,
  { merchantId, id }: store.SettlementRef,
  { reason, actor }: { reason: string; actor: string },
): Promise<void> {
  const now = app.clock.now();
  const settlement = await store.lockSettlement(tx, { merchantId, id });
  if (!settlement) throw new SettlementNotFound();
  const { mode, reference, bankPiastres: amountPiastres } = settlement;
  const wasPaid = await store.takePaymentBack(tx, { merchantId, id }, reason, now);
  await recordAudit(tx, { merchantId, mode, actor }, now, {
    action: 'settlement.returned',
    subject: `settlement:${id}`,
    after: { reference, amountPiastres, reason, wasPaid },
  });
  await notify(
    { ...app, db: tx },
    { merchantId, mode },
    { kind: 'settlement-returned', params: { amountPiastres, reference, reason }, href: '/settlements' },
  );
  const payload = { ...payloadOf(settlement, id, amountPiastres), reason };
  await emitEvent(tx, { merchantId, mode }, 'settlement.returned', payload, { now });
}

/** Returns the webhook payload of a settlement. @param piastres the amount that goes to the bank */
const payloadOf = (settlement: store.PayableSettlement, id: number, piastres: number) => ({
  id,
  reference: settlement.reference,
  amount: toPounds(settlement.amountPiastres),
  currency: 'EGP',
  total_transactions: settlement.totalTransactions,
  bank_account: shownAccount(settlement.bankName, settlement.bankNumber),
  bank_amount: toPounds(piastres),
  reserved_amount: toPounds(settlement.reservedPiastres),
});

async function writeTransfer(app: App, tx: Tx, ref: store.SettlementRef, transfer: Transfer): Promise<void> {
  const now = app.clock.now();
  const { bankReference, alreadyTransferred, actor } = transfer;
  const { merchantId, id } = ref;
  const settlement = await store.lockSettlement(tx, ref);
  if (!settlement) throw new SettlementNotFound();
  const { mode, reference, bankPiastres, mayBePaid, maybeTransferred } = settlement;
  const isInBalance = bankPiastres === 0;
  const amountPiastres = isInBalance ? settlement.amountPiastres : bankPiastres;
  const bankAccount = shownAccount(settlement.bankName, settlement.bankNumber);
  if (isInBalance && !(alreadyTransferred && maybeTransferred)) throw new NotForBank();
  if (!mayBePaid && !alreadyTransferred) throw new MerchantStopped();
  if (!(await store.writePaid(tx, ref, bankReference, now))) throw new AlreadyPaid();
  await recordAudit(tx, { merchantId, mode, actor }, now, {
    action: 'settlement.paid',
    subject: `settlement:${id}`,
    after: {
      reference,
      amountPiastres,
      bankAccount,
      bankReference,
      ...(mayBePaid && !isInBalance ? {} : { alreadyTransferred }),
    },
  });
  await notify(
    app,
    { merchantId, mode },
    {
      kind: 'settlement-paid',
      params: { amountPiastres, reference, bankReference, ...(bankAccount ? { bankAccount } : {}) },
      href: '/settlements',
    },
  );
  const payload = { ...payloadOf(settlement, id, amountPiastres), bank_reference: bankReference };
  await emitEvent(tx, { merchantId, mode }, 'settlement.paid', payload, { now });
  if (!isInBalance) return;
  // Posted last, because it locks the merchant's ledger until the transaction ends.
  await postTransfer(tx, {
    merchantId,
    mode,
    kind: 'settlement_paid',
    reference,
    idempotencyKey: `settlement:${id}:paid`,
    effectiveAt: now,
    currency: 'EGP',
    lines: settlementPaidLines({ amountPiastres }),
  });
}
