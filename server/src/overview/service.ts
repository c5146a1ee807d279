/** The console's overview: stored figures of payments, and counts of open work. */
import { toPounds } from '@daftar/contract/money';
import {
  OVERVIEW_MERCHANTS,
  type Overview,
  type OverviewMerchant,
  type PaymentFigures,
  WAITING_BOUND,
  WAITING_KINDS,
  type WaitingKind,
} from '@daftar/contract/ops-overview';
import type { OperatorPermission } from '@daftar/contract/ops-roles';
import { daysBetween } from '@daftar/contract/periods';
import { methodItem } from '../lookups/service.ts';
import { countWaiting as countApprovals } from '../ops-approvals/read.ts';
import type { App, Mode, Operator, Scope } from '../platform/context.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import * as store from './store-read.ts';
import { countWaiting } from './store-waiting.ts';

/** A requested period; live mode by default. */
export interface OverviewQuery {
  mode?: Mode | undefined;
  date_from: string;
  date_to: string;
  merchant_id?: number | undefined;
  payment_method_id?: number | undefined;
  account_id?: number | undefined;
}

const periodOf = (query: OverviewQuery): store.Period => ({
  mode: query.mode ?? 'live',
  from: query.date_from,
  to: query.date_to,
  merchantId: query.merchant_id,
  method: query.payment_method_id,
  accountId: query.account_id,
});

const figuresOf = (sums: store.Sums): PaymentFigures => ({
  paid: sums.paid,
  failed: sums.failed,
  open: sums.open,
  volume: toPounds(sums.volume),
  fees: toPounds(sums.fees),
  vat: toPounds(sums.vat),
  costs: toPounds(sums.costs),
  refunded: toPounds(sums.refunded),
  chargebacks: sums.chargebacks,
  lost_chargebacks: sums.lostChargebacks,
  lost_amount: toPounds(sums.lostAmount),
});

const NONE: store.Sums = {
  paid: 0,
  failed: 0,
  open: 0,
  volume: 0,
  fees: 0,
  vat: 0,
  costs: 0,
  refunded: 0,
  chargebacks: 0,
  lostChargebacks: 0,
  lostAmount: 0,
};

/** Reads the figures of a period and of the period of equal length before, and its series and tables. */
export async function readOverview(app: App, locale: Locale, query: OverviewQuery): Promise<Overview> {
  const period = periodOf(query);
  const { from, to } = period;
  const length = daysBetween(from, to);
  const before = { ...period, from: nextDay(from, -length), to: nextDay(from, -1) };
  const [asOf, totals, totalsBefore, otherCosts, days, daysBefore, methods, accounts] = await Promise.all([
    store.readAsOf(app.db),
    store.readTotals(app.db, period),
    store.readTotals(app.db, before),
    store.readOtherCosts(app.db, period),
    store.readDays(app.db, period),
    store.readDays(app.db, before),
    store.readMethods(app.db, period),
    store.readAccounts(app.db, period),
  ]);
  const byDay = new Map([...daysBefore, ...days].map((row) => [row.day, row]));
  const figuresOn = (day: string) => figuresOf(byDay.get(day) ?? NONE);
  return {
    as_of: asOf?.toISOString() ?? null,
    totals: figuresOf(totals),
    before: figuresOf(totalsBefore),
    other_costs: toPounds(otherCosts),
    days: Array.from({ length }, (_, at) => {
      const day = nextDay(from, at);
      return { day, figures: figuresOn(day), before: figuresOn(nextDay(day, -length)) };
    }),
    methods: methods.map((row) => ({ method: methodItem(locale, row.method), figures: figuresOf(row) })),
    accounts: accounts.map((row) => ({ account: { id: row.id, name: row.name }, figures: figuresOf(row) })),
  };
}

export type PaymentSums = store.Sums & { day: string };

/**
 * Reads the sums of a merchant's days with payments, both ends included, and the time up to which everything is
 * counted.
 */
export async function readMerchantDays(
  app: App,
  { merchantId, mode }: Scope,
  from: string,
  to: string,
): Promise<{ asOf: Date | null; days: PaymentSums[] }> {
  const [asOf, days] = await Promise.all([
    store.readAsOf(app.db),
    store.readDays(app.db, { mode, from, to, merchantId }),
  ]);
  return { asOf, days };
}

export type HourSums = store.HourSums;

/**
 * Reads the sums of a merchant's hours of the Cairo days `from` to `to`, both included; only the newest hours are
 * stored.
 */
export function readMerchantHours(app: App, scope: Scope, from: string, to: string): Promise<HourSums[]> {
  return store.readHours(app.db, scope, startOfCairoDay(from), startOfCairoDay(nextDay(to)));
}

/** Lists the merchants with the largest volume in a period. */
export async function listMerchants(
  app: App,
  query: OverviewQuery & { q?: string | undefined },
): Promise<OverviewMerchant[]> {
  const rows = await store.readMerchants(app.db, periodOf(query), query.q ?? '', OVERVIEW_MERCHANTS);
  return rows.map((row) => ({ merchant: { id: row.id, name: row.name }, figures: figuresOf(row) }));
}

/** The permission to see each kind of open work. */
const READERS: Readonly<Record<WaitingKind, OperatorPermission>> = {
  kyc: 'ops:kyc',
  screening: 'ops:kyc',
  reviews: 'ops:risk',
  approvals: 'ops:approvals',
  tickets: 'ops:tickets',
  overdue: 'ops:tickets',
  refunds: 'ops:processors',
  discrepancies: 'ops:processors',
  breaks: 'ops:reconciliation',
  batches: 'ops:reconciliation',
  payouts: 'ops:payouts',
  settlements: 'ops:settlements',
  transfers: 'ops:settlements',
  unanswered: 'ops:transactions',
  chargebacks: 'ops:chargebacks',
  documents: 'ops:kyc',
  failures: 'ops:failures',
};

/** Counts the open work that an operator's role may see. */
export function readWaiting(app: App, operator: Operator): Promise<{ kind: WaitingKind; count: number }[]> {
  const kinds = WAITING_KINDS.filter((kind) => [...operator.reads].includes(READERS[kind]));
  return Promise.all(
    kinds.map(async (kind) => ({
      kind,
      count:
        kind === 'approvals'
          ? await countApprovals(app, operator)
          : await countWaiting(app.db, kind, WAITING_BOUND, app.clock.now()),
    })),
  );
}
