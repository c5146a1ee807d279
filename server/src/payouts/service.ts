import { shownAccount } from '@daftar/contract/bank-accounts';
import { toPounds } from '@daftar/contract/money';
import type { PayoutAccount, PayoutRow } from '@daftar/contract/payouts';
import { ask, isPayoutApprovalRequired } from '../approvals/ask.ts';
import { recordAudit } from '../audit/record.ts';
import { readBalances } from '../ledger/balances.ts';
import { InsufficientFunds } from '../ledger/errors.ts';
import {
  type Line,
  payoutCameBackLines,
  payoutHandedOverLines,
  payoutRequestedLines,
  payoutReturnedLines,
} from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import type { Page } from '../platform/lists/page.ts';
import { newReference } from '../platform/references.ts';
import { referenceOf } from '../transactions/writes.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { listPayoutAccounts, lockAccount, shownName } from './accounts.ts';
import { ExceedsBalance, PayoutInFile, PayoutNotFound, PayoutOfSuspended, PayoutOver } from './errors.ts';
import * as store from './store.ts';
import type { AccountToPay } from './store-accounts.ts';

const DAY_MILLISECONDS = 86_400_000;

/** What a payout is made with beside its amount. */
interface Making {
  /** Null or left out: it is collected with its code. Locked by `lockAccount`. */
  account?: AccountToPay | null;
  /** The requester, when the caller approves somebody else's request. */
  asked?: { userId: number; approvalId: number };
}

/** What {@link requestPayout} made. */
interface Made {
  id: number;
  code: string;
  available_balance: number;
  bank_account?: string;
}

/**
 * Requests a payout and reserves its amount in the ledger at once, so that concurrent requests together never exceed
 * the available balance.
 * @throws ExceedsBalance 422
 */
export async function requestPayout(
  app: App,
  caller: Caller,
  amountPiastres: number,
  { account = null, asked }: Making = {},
): Promise<Made> {
  const now = app.clock.now();
  const code = newReference('PAY');
  const expiresAt = account ? null : new Date(now.getTime() + app.config.payoutDays * DAY_MILLISECONDS);
  const shown = account && shownName(account);
  try {
    return await transaction(app.db, async (tx) => {
      const payout = { code, reference: newReference('TRX'), amountPiastres, account, now, expiresAt };
      const { id, transactionId } = await store.insertPayout(tx, caller, {
        ...payout,
        userId: asked?.userId ?? caller.userId,
        approvalId: asked?.approvalId ?? null,
      });
      await recordAudit(tx, caller, now, {
        action: 'payout.request',
        subject: `payout:${id}`,
        after: { code, amountPiastres, ...(shown ? { bankAccount: shown } : {}) },
      });
      const facts = { ...caller, id, transactionId, code, amountPiastres, bankAccount: shown };
      await emitPayoutEvent(tx, facts, 'requested', '', now);
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
      const available = await availableBalance(tx, caller);
      return { id, code, available_balance: available, ...(shown ? { bank_account: shown } : {}) };
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) throw new ExceedsBalance();
    throw error;
  }
}

/**
 * Requests a payout or, where it needs approval, requests that; then nothing is reserved yet, but an amount that is not
 * available is refused now.
 * @param chosen the bank account it goes to, as `lockAccount` takes it
 * @throws ExceedsBalance 422; InvalidError 422 for an account that payouts may not go to
 */
export async function requestPayoutOrApproval(
  app: App,
  caller: Caller,
  amountPiastres: number,
  chosen: number | null | undefined,
): Promise<Omit<Made, 'id' | 'code'> & { id: number | null; code: string | null; approval_id?: number }> {
  return transaction(app.db, async (tx) => {
    const account = await lockAccount(app, tx, caller, chosen);
    if (!(await isPayoutApprovalRequired(tx, caller)))
      return requestPayout({ ...app, db: tx }, caller, amountPiastres, { account });
    const available = await availableBalance(tx, caller);
    if (amountPiastres > Math.round(available * 100)) throw new ExceedsBalance();
    const to = account && {
      accountName: account.name,
      bankName: account.bankName,
      iban: account.iban || account.accountNumber,
      change: { bankAccountId: account.id, version: account.version },
    };
    const id = await ask(app, tx, caller, { kind: 'payout', amountPiastres, ...to });
    return {
      id: null,
      code: null,
      available_balance: available,
      approval_id: id,
      ...(account ? { bank_account: shownName(account) } : {}),
    };
  });
}

/** Returns the available balance for the payout form. */
export async function readBalance(
  app: App,
  caller: Caller,
): Promise<{ available_balance: number; needs_approval?: true; bank_accounts?: PayoutAccount[] }> {
  const waits = await isPayoutApprovalRequired(app.db, caller);
  const accounts = await listPayoutAccounts(app, caller);
  return {
    available_balance: await availableBalance(app.db, caller),
    ...(waits ? { needs_approval: true as const } : {}),
    ...(accounts.length > 0 ? { bank_accounts: accounts } : {}),
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

/** Counts the caller's payouts by state. */
export const countByState = (app: App, caller: Caller) => store.countByState(app.db, caller);

/** Reads those of some ids that are the caller's, by their ids. */
export async function readPayouts(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, PayoutRow>> {
  const found = await store.findMany(app.db, caller, ids);
  return new Map(found.map((row) => [row.id, rowOf(row)]));
}

/** A payout for the API. */
export function rowOf(row: store.ListedPayout): PayoutRow {
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
    bank_account: shownAccount(row.bankName, row.bankNumber),
    bank_reference: row.bankReference,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/** The end of a payout. */
export interface Ending {
  state: 'handed-over' | 'expired' | 'returned';
  /** Why it was returned. */
  reason?: string | undefined;
  /**
   * Of one that a bank has transferred: the bank made it, whatever became of the merchant since. Left out: it was handed
   * over.
   */
  bankReference?: string | undefined;
  /** Who ended it: `ops:mona`, `system`. */
  actor: string;
}

/**
 * Ends a payout: collected by the merchant, transferred by a bank, or returned to the balance. Writes payout, transaction,
 * timeline, audit log, notification and ledger together.
 * @throws PayoutNotFound, PayoutOver when it had ended before: nothing changes.
 * @throws PayoutOfSuspended: payouts of a suspended merchant can only be returned
 * @throws PayoutInFile: a bank's answer ends it
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

/** Whether the database refused it, because a file of transfers has it. */
const isInFile = (error: unknown): boolean =>
  (error as { constraint_name?: unknown } | null)?.constraint_name === 'payouts_not_in_file';

/**
 * The money of a payout that a bank refused to transfer, or sent back, goes back to the balance, and the merchant is told
 * why. Call it in the transaction that records the bank's answer.
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

/** Writes what follows from an end: audit log, notification, webhook and, last, the ledger. */
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

type PayoutFacts = Scope &
  Pick<store.EndedPayout, 'id' | 'code' | 'transactionId' | 'amountPiastres'> & {
    bankAccount: string | null;
  };

const emitPayoutEvent = async (
  tx: Tx,
  payout: PayoutFacts,
  state: 'requested' | Ending['state'],
  reason: string,
  now: Date,
) =>
  emitEvent(
    tx,
    payout,
    `payout.${state}`,
    {
      id: payout.id,
      code: payout.code,
      state,
      transaction_id: payout.transactionId,
      transaction_reference: await referenceOf(tx, payout, payout.transactionId),
      amount: toPounds(payout.amountPiastres),
      currency: 'EGP',
      bank_account: payout.bankAccount,
      reason,
    },
    { now },
  );

/** Ends the payout with this code, for operators. @throws as {@link endPayout} */
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
