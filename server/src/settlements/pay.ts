import { toPounds } from '@daftar/contract/money';
import { recordAudit } from '../audit/record.ts';
import { InsufficientFunds } from '../ledger/errors.ts';
import { settlementPaidLines } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { AlreadyPaid, NotCovered, SettlementNotFound } from './errors.ts';
import * as store from './store-pay.ts';

/**
 * Writes down that a settlement went to the merchant's bank account. Unless it was settled straight to the bank, its
 * amount leaves what is available, in the same transaction: the same money is not paid out by a code as well.
 * @throws SettlementNotFound, AlreadyPaid, NotCovered when the merchant has had it paid out already.
 */
export async function paySettlement(
  app: App,
  ref: store.SettlementRef,
  paid: { bankReference: string; actor: string },
): Promise<void> {
  const now = app.clock.now();
  const { bankReference, actor } = paid;
  const { merchantId, id } = ref;
  try {
    await transaction(app.db, async (tx) => {
      const settlement = await store.lockSettlement(tx, ref);
      if (!settlement) throw new SettlementNotFound();
      const { mode, reference, bankPiastres, totalTransactions } = settlement;
      const amountPiastres = bankPiastres || settlement.amountPiastres;
      if (!(await store.writePaid(tx, ref, bankReference, now))) throw new AlreadyPaid();
      await recordAudit(tx, { merchantId, mode, actor }, now, {
        action: 'settlement.paid',
        subject: `settlement:${id}`,
        after: { reference, amountPiastres, bankReference },
      });
      const news = {
        kind: 'settlement-paid' as const,
        params: { amountPiastres, reference, bankReference },
        href: '/settlements',
      };
      await notify({ ...app, db: tx }, { merchantId, mode }, news);
      const told = {
        id,
        reference,
        amount: toPounds(amountPiastres),
        currency: 'EGP',
        total_transactions: totalTransactions,
        bank_reference: bankReference,
      };
      await emitEvent(tx, { merchantId, mode }, 'settlement.paid', told, { now });
      if (bankPiastres > 0) return;
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
    });
  } catch (error) {
    throw error instanceof InsufficientFunds ? new NotCovered() : error;
  }
}
