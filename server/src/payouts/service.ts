import { shownAccount } from '@daftar/contract/bank-accounts';
import { toPounds } from '@daftar/contract/money';
import type { PayoutAccount, PayoutRow } from '@daftar/contract/payouts';
import { ask, isPayoutApprovalRequired } from '../approvals/ask.ts';
import { recordAudit } from '../audit/record.ts';
import { readBalances } from '../ledger/balances.ts';
import { InsufficientFunds } from '../ledger/errors.ts';
import { payoutRequestedLines } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { newReference } from '../platform/references.ts';
import { listPayoutAccounts, lockAccount, shownName } from './accounts.ts';
import { emitPayoutEvent } from './emit.ts';
import { ExceedsBalance } from './errors.ts';
import * as store from './store.ts';
import type { AccountToPay } from './store-accounts.ts';

const DAY_MILLISECONDS = 86_400_000;

/** The destination and the approved request of a new payout. */
interface Making {
  /** The account, locked by `lockAccount`. Null or absent: the payout is collected with its code. */
  account?: AccountToPay | null;
  /** The requester, when the caller approves somebody else's request. */
  asked?: { userId: number; approvalId: number };
}

/** The result of {@link requestPayout}. */
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
 * Requests a payout or, if it needs approval, asks for that. A request for approval reserves nothing yet, but is
 * refused if the amount is not available now.
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

/** Returns the balance that can be paid out, in pounds; negative when refunds or disputes exceeded it. */
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

/** Reads the caller's payouts among the given ids, keyed by id. */
export async function readPayouts(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, PayoutRow>> {
  const found = await store.findMany(app.db, caller, ids);
  return new Map(found.map((row) => [row.id, rowOf(row)]));
}

/** Returns a payout as the API shows it. */
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
