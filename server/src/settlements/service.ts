import { shownAccount } from '@daftar/contract/bank-accounts';
import { parsePounds, toPounds } from '@daftar/contract/money';
import type { NextSettlement, SettlementRow } from '@daftar/contract/settlements';
import { recordAudit } from '../audit/record.ts';
import { isWorkingDay } from '../checkout/index.ts';
import { notify } from '../notifications/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/errors.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { newReference } from '../platform/references.ts';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { SettlementNotFound, SettlingHeld, SettlingRests } from './errors.ts';
import { firstRunFrom } from './rules.ts';
import * as store from './store.ts';

/** Later than any expected settlement day. */
const WHENEVER = '9999-12-31';

const rowOf = (row: store.ListedSettlement): SettlementRow => ({
  id: row.id,
  reference: row.reference,
  created_at: row.createdAt.toISOString(),
  amount: toPounds(row.amountPiastres),
  total_transactions: row.totalTransactions,
  currency: 'EGP',
  bank_account: shownAccount(row.bankName, row.bankNumber),
  bank_amount: toPounds(row.bankPiastres),
  reserved_amount: toPounds(row.reservedPiastres),
  paid_at: row.paidAt?.toISOString() ?? null,
  bank_reference: row.bankReference,
});

/** Returns the bank account that a settled payment's money went to, and the bank reference. */
export async function settlementDestination(
  app: App,
  caller: Caller,
  reference: string | null,
): Promise<Pick<SettlementRow, 'bank_account' | 'bank_reference'>> {
  const found = reference === null ? undefined : await store.findByReference(app.db, caller, reference);
  if (!found) return { bank_account: null, bank_reference: null };
  const { bank_account, bank_reference } = rowOf(found);
  return { bank_account, bank_reference };
}

/** Returns one settlement. @throws SettlementNotFound */
export async function getSettlement(app: App, caller: Caller, id: number): Promise<SettlementRow> {
  const found = await store.findById(app.db, caller, id);
  if (!found) throw new SettlementNotFound();
  return rowOf(found);
}

/** Reads the caller's settlements among the given ids, keyed by id. */
export async function readSettlements(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, SettlementRow>> {
  const found = await store.findMany(app.db, caller, ids);
  return new Map(found.map((row) => [row.id, rowOf(row)]));
}

/** Lists one page of the caller's settlements. */
export async function listSettlements(
  app: App,
  caller: Caller,
  paging: store.ListPaging,
  filters: store.ListFilters,
): Promise<Page<SettlementRow>> {
  const { rows, meta } = await store.listSettlements(app.db, caller, paging, filters);
  return { rows: rows.map(rowOf), meta };
}

/**
 * Returns the amount and day of the caller's next settlement, which is not before the receiving account's cooling-off
 * period ends.
 * @returns null while nothing is pending.
 */
export async function nextSettlement(app: App, caller: Caller): Promise<NextSettlement | null> {
  const now = app.clock.now();
  const restsUntil = await store.restsUntil(app.db, caller, now);
  let day = cairoDay(restsUntil ? firstRunFrom(restsUntil) : now);
  const holidays = await store.holidaysFrom(app.db, day);
  while (!isWorkingDay(day, holidays)) day = nextDay(day);
  const next = await store.findNextBatch(app.db, caller, day);
  if (!next) return null;
  return {
    date: next.day,
    amount: toPounds(next.amountPiastres),
    total_transactions: next.transactions,
    currency: 'EGP',
    bank_account: next.bankPiastres > 0 ? shownAccount(next.bankName, next.bankNumber) : null,
    bank_amount: toPounds(next.bankPiastres),
    reserved_amount: toPounds(next.reservedPiastres),
    is_held: next.isHeld,
    rests_until: restsUntil?.toISOString() ?? null,
  };
}

/** Returns when the receiving account's cooling-off period ends; null when there is none. */
export const restsUntil = (app: App, merchant: Pick<Scope, 'merchantId'>): Promise<Date | null> =>
  store.restsUntil(app.db, merchant, app.clock.now());

const payloadOf = (row: SettlementRow) => ({
  id: row.id,
  reference: row.reference,
  amount: row.amount,
  currency: row.currency,
  total_transactions: row.total_transactions,
  bank_account: row.bank_account,
  bank_amount: row.bank_amount,
  reserved_amount: row.reserved_amount,
});

/** Settles one batch of a merchant, with its notification. @returns null when there is nothing to settle. */
async function settleBatch(app: App, scope: Scope, until: string): Promise<SettlementRow | null> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const made = await store.settleDue(tx, scope, { until, reference: newReference('STL'), now });
    if (!made) return null;
    const row = rowOf(made);
    const { amountPiastres, bankPiastres, reservedPiastres, reference } = made;
    await notify({ ...app, db: tx }, scope, {
      kind: 'settlement-made',
      params: {
        amountPiastres: amountPiastres - reservedPiastres,
        reference,
        ...(reservedPiastres === 0 ? {} : { reservedPiastres }),
        ...(row.bank_account === null ? {} : { bankPiastres, bankAccount: row.bank_account }),
      },
      href: '/settlements',
    });
    await emitEvent(tx, scope, 'settlement.made', payloadOf(row), { now });
    return row;
  });
}

/**
 * Settles the due payments of every merchant, on working days only. Repeated or concurrent runs settle nothing twice.
 * A merchant that fails does not stop the others. Suspended merchants and those on hold are skipped, also when that
 * changes during the run.
 * @param merchantId settles only this one.
 * @returns how many settlements were made.
 */
export async function settleAllDue(app: App, merchantId?: number): Promise<number> {
  const today = cairoDay(app.clock.now());
  if (!isWorkingDay(today, await store.holidaysFrom(app.db, today))) return 0;
  let made = 0;
  for (const scope of await store.listDueScopes(app.db, today, merchantId)) {
    try {
      while (await settleBatch(app, scope, today)) made += 1;
    } catch (error) {
      // Without a database the next merchant would fail as well, so the whole job is retried.
      if (classifyDbError(error).kind === 'unavailable') throw error;
      app.log.error({ err: error, scope }, 'settling a merchant failed');
    }
  }
  return made;
}

/**
 * Settles all captured test money of the caller at once.
 * @returns null when there is none.
 * @throws SettlingHeld, SettlingRests
 */
export async function settleNow(app: App, caller: Caller): Promise<SettlementRow | null> {
  const tester: Caller = { ...caller, mode: 'test' };
  return transaction(app.db, async (tx) => {
    const made = await settleBatch({ ...app, db: tx }, tester, WHENEVER);
    if (!made) {
      const next = await nextSettlement({ ...app, db: tx }, tester);
      if (next?.is_held) throw new SettlingHeld();
      if (next?.rests_until) throw new SettlingRests(new Date(next.rests_until), caller.locale);
      return null;
    }
    await recordAudit(tx, tester, app.clock.now(), {
      action: 'settlement.settle-now',
      subject: `settlement:${made.id}`,
      after: { reference: made.reference, amountPiastres: parsePounds(made.amount) },
    });
    return made;
  });
}
