import type { ChargebackDetails } from '@daftar/contract/chargebacks';
import { toPounds } from '@daftar/contract/money';
import type { App, Caller } from '../platform/context.ts';
import { ChargebackNotFound } from './errors.ts';
import { networkReason } from './reasons.ts';
import { rowOf } from './service.ts';
import { findById, findPayment } from './store-list.ts';

/** Returns one of the caller's chargebacks, with its payment. @throws ChargebackNotFound */
export async function readChargeback(app: App, caller: Caller, id: number): Promise<ChargebackDetails> {
  const found = await findById(app.db, caller, id);
  const payment = found && (await findPayment(app.db, caller, found.transactionId));
  if (!payment) throw new ChargebackNotFound();
  return {
    ...rowOf(caller.locale, found),
    network_reason: networkReason(caller.locale, found.reasonCode),
    card: payment.cardLast4 ? { brand: payment.cardBrand, last4: payment.cardLast4 } : null,
    paid_at: payment.paidAt?.toISOString() ?? null,
    charged_amount: toPounds(payment.chargedPiastres),
    money_in: payment.isSettled ? 'available' : 'pending',
  };
}
