import { toPounds } from '@daftar/contract/money';
import type { Reserve, ReserveItemRow } from '@daftar/contract/reserve';
import { readBalances } from '../ledger/balances.ts';
import type { App, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import type { Page } from '../platform/lists/page.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { readLimit, readUsage } from '../volume-limits/limits.ts';
import * as store from './store.ts';
import { type ItemState, tellReleased } from './writes.ts';

/** Returns the terms, the held amount, and the next release. */
export async function readReserve(app: App, scope: Scope): Promise<Reserve & { balance: number }> {
  const [terms, balances, next, limit, usage] = await Promise.all([
    store.findTerms(app.db, scope.merchantId),
    readBalances(app.db, scope),
    store.findNextRelease(app.db, scope),
    readLimit(app, scope.merchantId),
    readUsage(app, scope),
  ]);
  return {
    share: toPounds(terms?.shareBps ?? 0),
    days: terms?.days ?? null,
    balance: toPounds(balances.reservePiastres),
    currency: 'EGP',
    next_release: next ? { date: next.day, amount: toPounds(next.amountPiastres) } : null,
    monthly_limit:
      limit === null ? null : { amount: toPounds(limit), used: toPounds(usage.capturedPiastres) },
  };
}

function stateOf({ leftPiastres, releasedAt }: store.ListedItem): ItemState {
  if (leftPiastres > 0) return 'held';
  return releasedAt === null ? 'used' : 'released';
}

/** Returns an item as the API shows it. */
export const rowOf = (row: store.ListedItem): ReserveItemRow => ({
  id: row.id,
  settlement_id: row.settlementId,
  settlement_reference: row.settlementReference,
  state: stateOf(row),
  share: toPounds(row.shareBps),
  days: row.days,
  held_at: row.heldAt.toISOString(),
  amount: toPounds(row.heldPiastres),
  drawn: toPounds(row.heldPiastres - row.leftPiastres - (row.releasedPiastres ?? 0)),
  left: toPounds(row.leftPiastres),
  release_on: row.releaseOn,
  released_at: row.releasedAt?.toISOString() ?? null,
  released: row.releasedPiastres === null ? null : toPounds(row.releasedPiastres),
  currency: 'EGP',
});

/** Lists one page of items that are or were held. */
export async function listItems(
  app: App,
  scope: Scope,
  paging: store.ListPaging,
): Promise<Page<ReserveItemRow>> {
  const { rows, meta } = await store.listItems(app.db, scope, paging);
  return { rows: rows.map(rowOf), meta };
}

/**
 * Releases due amounts of every merchant. Repeated or concurrent runs release nothing twice; merchants with stopped
 * settlements are skipped, and their amounts stay due until settlements resume.
 * @throws PartlyFailed when some failed; the others are released
 */
export async function releaseDue(app: App): Promise<void> {
  const now = app.clock.now();
  const day = cairoDay(now);
  await eachDue(
    app,
    'releasing reserves',
    (limit, offset) => store.listDue(app.db, day, limit, offset),
    (scope) =>
      transaction(app.db, async (tx) => {
        const amountPiastres = await store.release(tx, scope, day, now);
        // Suspended, held or released meanwhile.
        if (amountPiastres === 0) return false;
        await tellReleased({ ...app, db: tx }, scope, amountPiastres);
        return true;
      }),
  );
}
