import { isDeepStrictEqual } from 'node:util';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { toPounds } from '@daftar/contract/money';
import type { OpsMerchant, OpsMerchantRow, ScheduleForm, SuspendForm } from '@daftar/contract/ops-merchants';
import type { Paging } from '@daftar/contract/paging';
import type { z } from 'zod/mini';
import type { LoggedSide } from '../../audit/fields.ts';
import { recordProviderAudit } from '../../audit/record.ts';
import { readBalances } from '../../ledger/balances.ts';
import { methodItem } from '../../lookups/service.ts';
import * as merchants from '../../merchants/writes.ts';
import type { Approver } from '../../ops-approvals/index.ts';
import { at, opsList } from '../../ops-lists/list.ts';
import type { App, Mode, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { restsUntil } from '../../settlements/service.ts';
import { authorOf } from '../by.ts';
import { HoldRefused, MerchantNotFound, RatesChanged } from '../errors.ts';
import { moderateMerchant } from '../moderate.ts';
import * as store from './store.ts';

const rowOf = (row: store.ListedMerchant): OpsMerchantRow => ({
  id: row.id,
  name: row.name,
  email: row.email,
  mobile: row.mobile,
  status: row.status,
  business_type: row.businessType,
  created_at: row.createdAt.toISOString(),
  is_held: row.heldAt !== null,
});

/** The list of all merchants. */
export const allMerchants = opsList<
  Paging<'created_at' | 'name'>,
  store.MerchantFilters,
  store.ListedMerchant,
  OpsMerchantRow
>({
  what: 'merchants',
  find: (_app, paging, filters) => (db) => store.merchantSource(db, paging, filters),
  wireOf: rowOf,
  cells: (say) => ({
    name: (row) => row.name,
    merchantId: (row) => row.id,
    email: (row) => row.email,
    mobile: (row) => row.mobile,
    status: (row) => say(`ops.merchantStatus.${row.status}`),
    stopped: (row) => (row.is_held ? say('ops.settlementStopped.held') : ''),
    joined: (row) => at(row.created_at),
  }),
});

/** Returns the default rate, for methods without a rate of the merchant's own. */
export const usualRate = ({ config }: App): Omit<store.StoredRate, 'method'> => ({
  rateBps: config.defaultRateBps,
  fixedPiastres: config.defaultFixedFeePiastres,
});

/** Returns a merchant as the console shows it. @throws MerchantNotFound */
export async function getMerchant(app: App, operator: Operator, id: number): Promise<OpsMerchant> {
  const found = await store.findMerchant(app.db, id);
  if (!found) throw new MerchantNotFound();
  const agreed = new Map((await store.listRates(app.db, id)).map((rate) => [rate.method, rate]));
  const usual = usualRate(app);
  const balanceOf = async (mode: Mode) => {
    const balances = await readBalances(app.db, { merchantId: id, mode });
    return {
      pending: toPounds(balances.pendingPiastres),
      available: toPounds(balances.availablePiastres),
      reserve: toPounds(balances.reservePiastres),
    };
  };
  return {
    ...rowOf(found),
    status_reason: found.statusReason,
    merchant_reason: found.merchantReason,
    owner: {
      name: found.ownerName,
      email: found.ownerEmail,
      mobile: found.ownerMobile,
      two_step_since: found.ownerTwoStepAt?.toISOString() ?? null,
    },
    has_documents: found.hasDocuments,
    is_portal_restricted: found.isPortalRestricted,
    rates: PAYMENT_METHODS.map((method) => {
      const { rateBps, fixedPiastres } = agreed.get(method.id) ?? usual;
      return {
        payment_method: methodItem(operator.locale, method.id),
        rate: toPounds(rateBps),
        fixed: toPounds(fixedPiastres),
        is_usual: !agreed.has(method.id),
      };
    }),
    usual_rate: { rate: toPounds(usual.rateBps), fixed: toPounds(usual.fixedPiastres) },
    settlement: {
      schedule: found.schedule,
      day: found.day,
      held_at: found.heldAt?.toISOString() ?? null,
      hold_reason: found.holdReason,
      rests_until: (await restsUntil(app, { merchantId: id }))?.toISOString() ?? null,
    },
    balances: { live: await balanceOf('live'), test: await balanceOf('test') },
  };
}

/** Suspends a merchant. @throws MerchantNotFound, SuspendedAlready */
export async function suspend(
  app: App,
  operator: Operator,
  id: number,
  { reason, merchant_reason: merchantReason }: z.output<typeof SuspendForm>,
): Promise<void> {
  const { email: actor, address } = operator;
  const moved = await moderateMerchant(app, 'suspend', id, { actor, address, reason, merchantReason });
  if (!moved) throw new MerchantNotFound();
}

/** Changes a merchant's terms under a lock, and logs the values before and after. */
async function changeTerms(
  app: App,
  by: Approver,
  id: number,
  action: string,
  change: (tx: Tx, terms: store.Terms, now: Date) => Promise<{ before: LoggedSide; after: LoggedSide }>,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const terms = await store.lockTerms(tx, id);
    if (!terms) throw new MerchantNotFound();
    const { before, after } = await change(tx, terms, now);
    await recordProviderAudit(tx, { ...by, merchantId: id }, now, {
      action: `merchant.${action}`,
      subject: `merchant:${id}`,
      before,
      after,
    });
  });
}

/**
 * Replaces a merchant's own rates, for future payments.
 * @param askedBy the operator whose request is approved.
 * @throws MerchantNotFound, RatesChanged when they have changed since they were read
 */
export function saveRates(
  app: App,
  by: Approver,
  id: number,
  {
    was,
    rates,
    askedBy,
  }: { was: readonly store.StoredRate[]; rates: readonly store.StoredRate[]; askedBy: string },
): Promise<void> {
  return changeTerms(app, by, id, 'rates', async (tx) => {
    const before = await store.listRates(tx, id);
    requireSameRates(before, was);
    await store.replaceRates(tx, id, rates);
    return { before: { rates: before }, after: { rates, askedBy } };
  });
}

const byMethod = (one: { method: number }, other: { method: number }) => one.method - other.method;

/** Checks that the rates are unchanged. @throws RatesChanged */
export function requireSameRates(now: readonly store.StoredRate[], was: readonly store.StoredRate[]): void {
  if (!isDeepStrictEqual([...now].sort(byMethod), [...was].sort(byMethod))) throw new RatesChanged();
}

/** Changes a merchant's settlement schedule, for future payments. @throws MerchantNotFound */
export function saveSchedule(
  app: App,
  operator: Operator,
  id: number,
  plan: z.output<typeof ScheduleForm>,
): Promise<void> {
  return changeTerms(
    app,
    authorOf(operator),
    id,
    'settlement-schedule',
    async (tx, { schedule, day }, now) => {
      await merchants.setSettlementSchedule(tx, id, plan, now);
      return { before: { schedule, day }, after: plan };
    },
  );
}

/** Puts settlements on hold. @throws MerchantNotFound, HoldRefused when they are already */
export function hold(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  return changeTerms(app, authorOf(operator), id, 'settlement-hold', async (tx, { holdReason }, now) => {
    if (holdReason !== null) throw new HoldRefused(true);
    await merchants.setSettlementHold(tx, id, reason, now);
    return { before: { reason: holdReason }, after: { reason } };
  });
}

/** Resumes settlements. @throws MerchantNotFound, HoldRefused when they are not on hold */
export function release(app: App, by: Approver, id: number, askedBy: string): Promise<void> {
  return changeTerms(app, by, id, 'settlement-release', async (tx, { holdReason }, now) => {
    if (holdReason === null) throw new HoldRefused(false);
    await merchants.setSettlementHold(tx, id, null, now);
    return { before: { reason: holdReason }, after: { reason: null, askedBy } };
  });
}
