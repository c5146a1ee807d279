import { toPounds } from '@daftar/contract/money';
import type { PayoutRow } from '@daftar/contract/payouts';
import { ask, isPayoutApprovalRequired } from '../approvals/service.ts';
import { recordAudit } from '../audit/record.ts';
import { readBalances } from '../ledger/balances.ts';
import { InsufficientFunds } from '../ledger/errors.ts';
import { payoutHandedOverLines, payoutRequestedLines, payoutReturnedLines } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import type { Page } from '../platform/lists/page.ts';
import { newReference } from '../platform/references.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { ExceedsBalance, PayoutNotFound, PayoutOfSuspended, PayoutOver } from './errors.ts';
import * as store from './store.ts';

const DAY_MILLISECONDS = 86_400_000;

/**
 * Requests a payout and reserves its amount in the ledger at once, so that concurrent requests together never exceed
 * the available balance.
 * @param asked the requester, when the caller approves somebody else's request.
 * @throws ExceedsBalance 422
 */
export async function requestPayout(
  app: App,
  caller: Caller,
  amountPiastres: number,
  asked?: { userId: number; approvalId: number },
): Promise<{ code: string; available_balance: number }> {
  const now = app.clock.now();
  const code = newReference('PAY');
  const expiresAt = new Date(now.getTime() + app.config.payoutDays * DAY_MILLISECONDS);
  try {
    return await transaction(app.db, async (tx) => {
      const payout = { code, reference: newReference('TRX'), amountPiastres, now, expiresAt };
      const { id, transactionId } = await store.insertPayout(tx, caller, {
        ...payout,
        userId: asked?.userId ?? caller.userId,
        approvalId: asked?.approvalId ?? null,
      });
      await recordAudit(tx, caller, now, {
        action: 'payout.request',
        subject: `payout:${id}`,
        after: { code, amountPiastres },
      });
      await emitPayoutEvent(tx, { ...caller, id, transactionId, code, amountPiastres }, 'requested', now);
      await postTransfer(tx, {
        merchantId: caller.merchantId,
        mode: caller.mode,
        kind: 'payout_requested',
        reference: code,
        idempotencyKey: `payout:${id}:requested`,
        effectiveAt: now,
        currency: 'EGP',
        lines: payoutRequestedLines({ amountPiastres }),
      });
      return { code, available_balance: await availableBalance(tx, caller) };
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) throw new ExceedsBalance();
    throw error;
  }
}

/**
 * Requests a payout or, where it needs approval, requests that; then nothing is reserved yet, but an amount that is not
 * available is refused now.
 * @throws ExceedsBalance 422
 */
export async function requestPayoutOrApproval(
  app: App,
  caller: Caller,
  amountPiastres: number,
): Promise<{ code: string | null; available_balance: number; approval_id?: number }> {
  return transaction(app.db, async (tx) => {
    if (!(await isPayoutApprovalRequired(tx, caller)))
      return requestPayout({ ...app, db: tx }, caller, amountPiastres);
    const available = await availableBalance(tx, caller);
    if (amountPiastres > Math.round(available * 100)) throw new ExceedsBalance();
    const id = await ask(app, tx, caller, { kind: 'payout', amountPiastres });
    return { code: null, available_balance: available, approval_id: id };
  });
}

/** Returns the available balance for the payout form. */
export async function readBalance(
  app: App,
  caller: Caller,
): Promise<{ available_balance: number; needs_approval?: true }> {
  const waits = await isPayoutApprovalRequired(app.db, caller);
  return {
    available_balance: await availableBalance(app.db, caller),
    ...(waits ? { needs_approval: true as const } : {}),
  };
}

/** The balance that can be paid out, in pounds; negative when refunds or disputes exceeded it. */
export async function availableBalance(db: App['db'], scope: Scope): Promise<number> {
  return toPounds((await readBalances(db, scope)).availablePiastres);
}

/** Lists one page of the caller's payouts. */
export async function listPayouts(
  app: App,
  caller: Caller,
  paging: store.ListPaging,
  filters: store.ListFilters,
): Promise<Page<PayoutRow>> {
  const { rows, meta } = await store.listPayouts(app.db, caller, paging, filters);
  return { rows: rows.map(rowOf), meta };
}

function rowOf(row: store.ListedPayout): PayoutRow {
  return {
    id: row.id,
    code: row.code,
    amount: toPounds(row.amountPiastres),
    currency: 'EGP',
    state: row.state,
    reason: row.reason,
    transaction_id: row.transactionId,
    transaction_reference: row.transactionReference,
    requested_by: row.requestedBy,
    approved_by: row.approvedBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/** The end of a payout. */
export interface Ending {
  state: 'handed-over' | 'expired' | 'returned';
  /** Why it was returned. */
  reason?: string | undefined;
  /** Who ended it: `ops:mona`, `system`. */
  actor: string;
}

/**
 * Ends a payout: collected by the merchant, or returned to the balance. Writes payout, transaction, timeline, audit
 * log, notification and ledger together.
 * @throws PayoutNotFound, PayoutOver when it had ended before: nothing changes.
 * @throws PayoutOfSuspended: payouts of a suspended merchant can only be returned
 */
export async function endPayout(app: App, ref: store.PayoutRef, ending: Ending): Promise<store.EndedPayout> {
  const now = app.clock.now();
  const { state, reason = '', actor } = ending;
  return transaction(app.db, async (tx) => {
    if (state === 'handed-over' && (await store.isSuspended(tx, ref))) throw new PayoutOfSuspended();
    const payout = await store.endPayout(tx, ref, { state, reason, now });
    if (!payout) throw (await store.payoutExists(tx, ref)) ? new PayoutOver() : new PayoutNotFound();
    const { merchantId, mode, code, amountPiastres } = payout;
    await recordAudit(tx, { merchantId, mode, actor }, now, {
      action: `payout.${state}`,
      subject: `payout:${ref.id}`,
      after: { code, reason },
    });
    await notify({ ...app, db: tx }, payout, {
      kind: `payout-${state}`,
      params: { amountPiastres, reference: code },
      href: `/transactions/${payout.transactionId}`,
    });
    await emitPayoutEvent(tx, payout, state, now);
    const isPaid = state === 'handed-over';
    await postTransfer(tx, {
      merchantId,
      mode,
      kind: isPaid ? 'payout_handed_over' : 'payout_returned',
      reference: code,
      idempotencyKey: `payout:${ref.id}:${isPaid ? 'handed-over' : 'returned'}`,
      effectiveAt: now,
      currency: 'EGP',
      lines: isPaid ? payoutHandedOverLines({ amountPiastres }) : payoutReturnedLines({ amountPiastres }),
    });
    return payout;
  });
}

type PayoutFacts = Scope & Pick<store.EndedPayout, 'id' | 'code' | 'transactionId' | 'amountPiastres'>;

const emitPayoutEvent = (tx: Tx, payout: PayoutFacts, state: 'requested' | Ending['state'], now: Date) =>
  emitEvent(
    tx,
    payout,
    `payout.${state}`,
    {
      id: payout.id,
      code: payout.code,
      transaction_id: payout.transactionId,
      amount: toPounds(payout.amountPiastres),
      currency: 'EGP',
    },
    { now },
  );

/** Ends the payout with this code, for operators. @throws PayoutNotFound, PayoutOver, PayoutOfSuspended */
export async function endPayoutByCode(app: App, code: string, ending: Ending): Promise<store.EndedPayout> {
  const [found, another] = await store.findByCode(app.db, code.trim().toUpperCase());
  if (!found || another) throw new PayoutNotFound();
  return endPayout(app, found, ending);
}

/**
 * Ends overdue payouts, each in a transaction of its own.
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
        // Another process or the counter ended it first.
        if (!(error instanceof PayoutOver)) throw error;
      }
    },
  );
}
