/** Every movement of a merchant's balances, page by page. */
import {
  BALANCE_ACCOUNTS,
  type BalanceAccount,
  type BalancePage,
  MOVEMENTS_PER_PAGE,
  type MovementKind,
  type MovementRow,
} from '@daftar/contract/balance';
import { toPounds } from '@daftar/contract/money';
import type { App, Scope } from '../platform/context.ts';
import { MerchantNotFound } from './errors.ts';
import { placeText, readPlace } from './rules.ts';
import * as store from './store.ts';

/** The requested period and accounts. */
export interface Asked {
  date_from?: string | undefined;
  date_to?: string | undefined;
  account?: BalanceAccount | undefined;
}

/** Returns the requested accounts: one, or all. */
export const accountsOf = ({ account }: Asked): readonly BalanceAccount[] =>
  account === undefined ? BALANCE_ACCOUNTS : [account];

/** Reads the period, and the balances before and after it. */
export async function readPeriod(app: App, scope: Scope, asked: Asked) {
  const period = await store.findPeriod(app.db, scope, { from: asked.date_from, to: asked.date_to });
  const [opening, closing] = await Promise.all([
    store.balancesBefore(app.db, scope, period.first),
    store.balancesBefore(app.db, scope, period.end),
  ]);
  return { period, opening, closing };
}

function subjectOf(row: store.Movement): MovementRow['subject'] {
  const { transactionId, payoutId, settlementId, chargebackId } = row;
  if (payoutId !== null) return { kind: 'payout', id: payoutId };
  if (transactionId !== null) return { kind: 'transaction', id: transactionId };
  if (settlementId !== null) return { kind: 'settlement', id: settlementId };
  return chargebackId === null ? null : { kind: 'chargeback', id: chargebackId };
}

const rowOf = (row: store.Movement): MovementRow => ({
  id: placeText(row),
  created_at: row.effectiveAt.toISOString(),
  account: row.account,
  kind: row.kind,
  reference: row.reference,
  subject: subjectOf(row),
  amount: toPounds(row.amountPiastres),
  balance: toPounds(row.balancePiastres),
});

/**
 * Reads one page of the movements of a period, newest first, with the balances before and after it.
 * @param most the rows of a page
 */
export async function readMovements(
  app: App,
  scope: Scope,
  asked: Asked & { kind?: MovementKind | undefined; before?: string | undefined; after?: string | undefined },
  most = MOVEMENTS_PER_PAGE,
): Promise<BalancePage> {
  const { before, after, kind } = asked;
  const { period, opening, closing } = await readPeriod(app, scope, asked);
  const accounts = accountsOf(asked);
  const side = before !== undefined ? 'before' : 'after';
  const place = before ?? after;
  const from = place === undefined ? null : ({ at: readPlace(place), side } as const);
  const found = await store.listMovements(app.db, scope, period, { accounts, kind }, from, most + 1);
  const isMore = found.length > most;
  const shown = found.slice(0, most);
  const rows = (from?.side === 'after' ? shown.reverse() : shown).map(rowOf);
  const isForward = from?.side === 'after';
  // A page has a link back to the side from which it was reached.
  const hasOlder = isForward || isMore;
  const hasNewer = isForward ? isMore : from !== null;
  return {
    accounts: accounts.map((account) => ({
      account,
      opening: toPounds(opening[account]),
      closing: toPounds(closing[account]),
    })),
    currency: 'EGP',
    rows,
    older: hasOlder ? (rows.at(-1)?.id ?? null) : null,
    newer: hasNewer ? (rows[0]?.id ?? null) : null,
  };
}

/** As {@link readMovements}, with the merchant's name, for the console. @throws MerchantNotFound */
export async function readMovementsOf(app: App, scope: Scope, asked: Parameters<typeof readMovements>[2]) {
  const name = await store.findName(app.db, scope.merchantId);
  if (name === undefined) throw new MerchantNotFound();
  return { ...(await readMovements(app, scope, asked)), merchant: { id: scope.merchantId, name } };
}
