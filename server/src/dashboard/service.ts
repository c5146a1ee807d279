import type { DashboardStatistics } from '@daftar/contract/dashboard';
import { toPounds } from '@daftar/contract/money';
import { COUNT_BOUND } from '@daftar/contract/paging';
import { countDueInvoices } from '../invoices/service.ts';
import { readBalances } from '../ledger/balances.ts';
import { methodItem } from '../lookups/service.ts';
import { countDueLinks } from '../payment-links/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { latestTransactions } from '../transactions/service.ts';
import { countByMethod, readFigures } from './store.ts';

const LATEST = 5;

/** The calls themselves need no permission; the facts about transactions in them do. */
const maySeeTransactions = ({ permissions }: Caller) => permissions.has('view-transactions-list');

/**
 * Returns balances and the latest transactions, for callers who may see them, and figures. All figures are maintained
 * as data changes. Links and invoices past their due time count as expired before that is recorded.
 */
export async function readStatistics(app: App, caller: Caller): Promise<DashboardStatistics> {
  const maySee = caller.permissions.has('view-balances');
  const [balances, figures, due, dueInvoices, latest] = await Promise.all([
    maySee ? readBalances(app.db, caller) : null,
    readFigures(app.db, caller),
    countDueLinks(app, caller, COUNT_BOUND),
    countDueInvoices(app, caller, COUNT_BOUND),
    maySeeTransactions(caller) ? latestTransactions(app, caller, LATEST) : [],
  ]);
  return {
    total_balance: balances && toPounds(balances.totalPiastres),
    available_balance: balances && toPounds(balances.availablePiastres),
    pending_balance: balances && toPounds(balances.pendingPiastres),
    chargeback_balance: balances && toPounds(balances.chargebackPiastres),
    reserve_balance: balances && toPounds(balances.reservePiastres),
    total_share_links: figures.totalLinks,
    active_share_links: Math.max(0, figures.activeLinks - due),
    expired_share_links: figures.expiredLinks + Math.min(due, figures.activeLinks),
    total_invoices: figures.totalInvoices,
    paid_invoices: figures.paidInvoices,
    unpaid_invoices: Math.max(0, figures.unpaidInvoices - dueInvoices),
    latest_transactions: latest.map((row) => ({
      id: row.id,
      reference: row.reference,
      total_amount: toPounds(row.total),
      currency: row.currency,
      value: toPounds(row.valuePiastres),
      status: row.status,
      is_payout: row.isPayout ? 1 : 0,
      payout_state: row.payoutState,
      payout_id: row.payoutId,
      transaction_date: row.createdAt.toISOString(),
    })),
  };
}

/**
 * Counts payments by method over Cairo days, without methods that have none; empty for callers who may not see
 * transactions.
 */
export async function readMethodCounts(app: App, caller: Caller, from?: string, to?: string) {
  if (!maySeeTransactions(caller)) return [];
  const counts = await countByMethod(app.db, caller, from, to);
  return counts
    .filter(({ count }) => count > 0)
    .map(({ method, count }) => ({
      payment_method: methodItem(caller.locale, method).name,
      total_transactions: count,
    }));
}
