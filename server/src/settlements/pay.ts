import { toPounds } from '@daftar/contract/money';
import { recordAudit } from '../audit/record.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { AlreadyPaid, MerchantStopped, NotForBank, SettlementNotFound } from './errors.ts';
import { shownAccount } from './rules.ts';
import * as store from './store-pay.ts';

/** What an operator says of a transfer. */
export interface Transfer {
  /** The bank's own name for it. */
  bankReference: string;
  /** It was made before the merchant was suspended or held: written down all the same. */
  alreadyTransferred?: boolean;
  actor: string;
}

/**
 * Writes down that a settlement went to the merchant's bank account. The ledger knows already: the money left for the bank
 * when it was settled.
 * @throws SettlementNotFound, NotForBank, AlreadyPaid, MerchantStopped
 */
export async function paySettlement(app: App, ref: store.SettlementRef, transfer: Transfer): Promise<void> {
  const now = app.clock.now();
  const { bankReference, alreadyTransferred = false, actor } = transfer;
  const { merchantId, id } = ref;
  await transaction(app.db, async (tx) => {
    const settlement = await store.lockSettlement(tx, ref);
    if (!settlement) throw new SettlementNotFound();
    const { mode, reference, bankPiastres: amountPiastres, totalTransactions, mayBePaid } = settlement;
    const bankAccount = shownAccount(settlement.bankName, settlement.bankNumber);
    if (bankAccount === null) throw new NotForBank();
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
        ...(mayBePaid ? {} : { alreadyTransferred }),
      },
    });
    await notify(
      { ...app, db: tx },
      { merchantId, mode },
      {
        kind: 'settlement-paid',
        params: { amountPiastres, reference, bankAccount, bankReference },
        href: '/settlements',
      },
    );
    const told = {
      id,
      reference,
      amount: toPounds(amountPiastres),
      currency: 'EGP',
      total_transactions: totalTransactions,
      bank_account: bankAccount,
      bank_amount: toPounds(amountPiastres),
      bank_reference: bankReference,
    };
    await emitEvent(tx, { merchantId, mode }, 'settlement.paid', told, { now });
  });
}
