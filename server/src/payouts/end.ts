import { shownAccount } from '@daftar/contract/bank-accounts';
import { recordAudit } from '../audit/record.ts';
import {
  type Line,
  payoutCameBackLines,
  payoutHandedOverLines,
  payoutReturnedLines,
} from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { emitPayoutEvent } from './emit.ts';
import { PayoutInFile, PayoutNotFound, PayoutOfSuspended, PayoutOver } from './errors.ts';
import * as store from './store.ts';

/** How a payout ends. */
export interface Ending {
  state: 'handed-over' | 'expired' | 'returned';
  /** The reason for its return. */
  reason?: string | undefined;
  /**
   * The bank's reference of a transfer that is already made, so it is recorded even if the merchant has been
   * suspended since. Absent: the payout was handed over at the counter.
   */
  bankReference?: string | undefined;
  /** The actor that ended it: `ops:mona`, `system`. */
  actor: string;
}

/**
 * Ends a payout: collected by the merchant, transferred by a bank, or returned to the balance. Writes payout,
 * transaction, timeline, audit log, notification and ledger together.
 * @throws PayoutNotFound, PayoutOver when it had ended before: nothing changes.
 * @throws PayoutOfSuspended: payouts of a suspended merchant can only be returned
 * @throws PayoutInFile: only the bank's answer can end it
 */
export async function endPayout(app: App, ref: store.PayoutRef, ending: Ending): Promise<store.EndedPayout> {
  const now = app.clock.now();
  const { state, reason = '', bankReference = null } = ending;
  try {
    return await transaction(app.db, async (tx) => {
      const isByHand = bankReference === null;
      if (state === 'handed-over' && isByHand && (await store.isSuspended(tx, ref)))
        throw new PayoutOfSuspended();
      const payout = await store.endPayout(tx, ref, { state, reason, bankReference, now });
      if (!payout) throw (await store.payoutExists(tx, ref)) ? new PayoutOver() : new PayoutNotFound();
      const isPaid = state === 'handed-over';
      const lines = isPaid ? payoutHandedOverLines(payout) : payoutReturnedLines(payout);
      await writeEnd(app, tx, payout, ending, lines);
      return payout;
    });
  } catch (error) {
    throw isInFile(error) ? new PayoutInFile() : error;
  }
}

/** Returns whether the database refused to end a payout because it is in a file of transfers. */
const isInFile = (error: unknown): boolean =>
  (error as { constraint_name?: unknown } | null)?.constraint_name === 'payouts_not_in_file';

/**
 * Returns the money of a payout that a bank refused or sent back to the balance, and tells the merchant why. Call it
 * in the transaction that records the bank's answer.
 * @throws PayoutNotFound
 */
export async function returnFromBank(
  app: App,
  tx: Tx,
  ref: store.PayoutRef,
  { reason, actor }: { reason: string; actor: string },
): Promise<void> {
  const back = await store.takeBack(tx, ref, { reason, now: app.clock.now() });
  const ending = { state: 'returned', reason, actor } as const;
  if (back) await writeEnd(app, tx, back, ending, payoutCameBackLines(back));
  else await endPayout({ ...app, db: tx }, ref, ending);
}

/** Writes the consequences of an ended payout: audit log, notification, webhook and, last, the ledger. */
async function writeEnd(
  app: App,
  tx: Tx,
  payout: store.EndedPayout,
  { state, reason = '', bankReference, actor }: Ending,
  lines: Line[],
): Promise<void> {
  const now = app.clock.now();
  const { merchantId, mode, id, code, amountPiastres } = payout;
  const bankAccount = shownAccount(payout.bankName, payout.bankNumber);
  const toBank = bankAccount === null ? {} : { bankAccount, bankReference: bankReference ?? '' };
  await recordAudit(tx, { merchantId, mode, actor }, now, {
    action: `payout.${state}`,
    subject: `payout:${id}`,
    after: { code, reason, ...toBank },
  });
  await notify({ ...app, db: tx }, payout, {
    kind: `payout-${state}`,
    params: { amountPiastres, reference: code, ...(bankAccount === null ? {} : { bankAccount, reason }) },
    href: `/payouts/${id}`,
  });
  await emitPayoutEvent(tx, { ...payout, bankAccount }, state, reason, now);
  const isPaid = state === 'handed-over';
  await postTransfer(tx, {
    merchantId,
    mode,
    kind: isPaid ? 'payout_handed_over' : 'payout_returned',
    reference: code,
    idempotencyKey: `payout:${id}:${isPaid ? 'handed-over' : 'returned'}`,
    effectiveAt: now,
    currency: 'EGP',
    lines,
  });
}

/** Ends the payout with this code, for operators. @throws as {@link endPayout} */
export async function endPayoutByCode(app: App, code: string, ending: Ending): Promise<store.EndedPayout> {
  const [found, another] = await store.findByCode(app.db, code.trim().toUpperCase());
  if (!found || another) throw new PayoutNotFound();
  return endPayout(app, found, ending);
}

/**
 * Ends overdue payouts, each in its own transaction.
 * @returns how many were due.
 * @throws when some could not be ended.
 */
export function expirePayouts(app: App): Promise<number> {
  const now = app.clock.now();
  return eachDue(
    app,
    'ending payouts whose time is up',
    (limit, offset) => store.findDue(app.db, now, limit, offset),
    async (ref) => {
      try {
        await endPayout(app, ref, { state: 'expired', actor: 'system' });
      } catch (error) {
        // Another process or an operator at the counter ended it first.
        if (!(error instanceof PayoutOver)) throw error;
      }
    },
  );
}
