/** Discrepancies reported by processors: each is listed once, as long as our books do not explain it. */
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { RefundReport } from '../processors/gateway.ts';
import type { Discrepancy, ObservedPayment } from '../processors/observers.ts';
import * as store from './store.ts';

const WORD_LENGTH = 200;

/** Lists a processor's report for operators, unless our books explain it or an operator has answered it. */
export async function observeDiscrepancy(
  app: App,
  payment: ObservedPayment,
  said: Discrepancy,
): Promise<void> {
  await transaction(app.db, async (tx) => {
    // Locked, so that bookings by an operator at this moment are seen.
    const paid = await store.lockPayment(tx, payment);
    if (!paid) return;
    for (const each of await contradicted(tx, payment, paid, said)) {
      if (isExplained(paid, each)) continue;
      const found = await store.insertDiscrepancy(tx, payment, paid, {
        ...kept(each),
        said: each.word.slice(0, WORD_LENGTH) || each.kind,
        now: app.clock.now(),
      });
      if (found) app.log.warn({ payment, said: each }, 'a processor says what only a person can settle');
    }
  });
}

/**
 * Returns the facts to look up for a report. If less is refunded than in our books, one of our refunds came back, and
 * the processor does not name it, so each is looked up.
 */
async function contradicted(
  tx: Tx,
  payment: ObservedPayment,
  paid: store.LockedPayment,
  said: Discrepancy,
): Promise<Discrepancy[]> {
  if (said.kind !== 'refund' || said.extent === 'whole') return [said];
  const made = await store.listMade(tx, payment);
  const madePiastres = made.reduce((sum, { amountPiastres }) => sum + amountPiastres, 0);
  const isLess = said.extent === 'none' ? madePiastres > 0 : madePiastres >= paid.chargedPiastres;
  if (!isLess) return said.extent === 'none' ? [] : [said];
  return made.map(({ id: refundId, amountPiastres }) => ({
    kind: 'refund-failed',
    refundId,
    amountPiastres,
    word: said.word,
  }));
}

/** Ends the open discrepancy of a refund when its processor reports that it came back after all. */
export async function endAnswered(app: App, payment: ObservedPayment, report: RefundReport): Promise<void> {
  if (report.state === 'reversed') await store.endReversed(app.db, payment, app.clock.now());
}

/**
 * Returns whether our books explain a report that names no refund. Processors report `part` after each partial
 * refund, so one of ours explains it.
 */
function isExplained(paid: store.LockedPayment, said: Discrepancy): boolean {
  if (said.kind === 'refund')
    return said.extent === 'part' ? paid.refundedPiastres > 0 : paid.refundedPiastres >= paid.chargedPiastres;
  if (said.kind === 'dispute') return paid.disputedPiastres >= (said.amountPiastres ?? 1);
  return false;
}

function kept(
  said: Discrepancy,
): Pick<store.NewDiscrepancy, 'kind' | 'refundId' | 'amountPiastres' | 'isNews'> {
  const nothing = { refundId: null, amountPiastres: null };
  switch (said.kind) {
    // A notification is sent per event, so after an answer it is about another refund, which needs an operator again.
    case 'refund':
      return { ...nothing, kind: 'refund-unnamed', isNews: true };
    case 'dispute':
      return { ...nothing, kind: 'dispute-unnamed', amountPiastres: said.amountPiastres, isNews: false };
    case 'refund-failed':
      return {
        kind: 'refund-failed',
        refundId: said.refundId,
        amountPiastres: said.amountPiastres,
        isNews: false,
      };
    case 'payment-failed':
      return { ...nothing, kind: 'payment-failed', isNews: false };
  }
}
