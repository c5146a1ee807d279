/** Shows the money in suspense in the console. */
import { toPounds } from '@daftar/contract/money';
import { AGE_BOUNDS } from '@daftar/contract/ops-reconciliation';
import type { SuspenseBalance, SuspenseMovement } from '@daftar/contract/ops-suspense';
import type { Paging } from '@daftar/contract/paging';
import { at, egp, opsList } from '../ops-lists/list.ts';
import type { App } from '../platform/context.ts';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';
import { workingDaysBetween } from './days.ts';
import { holidaysFrom } from './store-missing.ts';
import * as store from './store-suspense.ts';

/** Greatest age that is counted, in working days. */
const LONGEST_AGE_DAYS = 400;

/** The list of suspense movements. */
export const suspenseList = opsList<
  Paging<'created_at'>,
  store.MovementFilters,
  store.ListedMovement,
  SuspenseMovement
>({
  what: 'suspense',
  find: (_app, _paging, filters) => (db) => store.movementSource(db, filters),
  wireOf: (row) => ({
    id: row.id,
    account: { id: row.accountId, name: row.accountName, mode: row.mode },
    cause: row.cause,
    reference: row.reference,
    file_id: row.fileId,
    break_id: row.breakId,
    amount: toPounds(row.amountPiastres),
    created_at: row.movedAt.toISOString(),
  }),
  cells: (say) => ({
    created: (row) => at(row.created_at),
    account: (row) => row.account.name,
    mode: (row) => say(`ops.mode.${row.account.mode}`),
    cause: (row) => say(`ops.suspenseCause.${row.cause}`),
    reference: (row) => row.reference,
    amount: (row) => egp(row.amount),
  }),
});

/**
 * Reads the amounts in suspense by account, with their age in working days. Credits and debits are counted
 * separately, so that neither hides the other.
 */
export async function readSuspense(app: App): Promise<SuspenseBalance[]> {
  const today = cairoDay(app.clock.now());
  const holidays = await holidaysFrom(app.db, nextDay(today, -2 * LONGEST_AGE_DAYS));
  const balances = new Map<number, { row: store.OpenSuspense; sum: number; since: string; ages: number[] }>();
  for (const row of await store.listOpenSuspense(app.db)) {
    const found = balances.get(row.accountId) ?? {
      row,
      sum: 0,
      since: row.day,
      ages: Array.from({ length: AGE_BOUNDS.length + 1 }, () => 0),
    };
    const days = workingDaysBetween(row.day, today, holidays, LONGEST_AGE_DAYS);
    const age = AGE_BOUNDS.filter((bound) => days >= bound).length;
    found.ages[age]! += row.amountPiastres;
    found.sum += row.amountPiastres;
    balances.set(row.accountId, found);
  }
  return [...balances.values()].map(({ row, sum, since, ages }) => ({
    account: { id: row.accountId, name: row.accountName, mode: row.mode },
    amount: toPounds(sum),
    since,
    ages: ages.map(toPounds),
  }));
}
