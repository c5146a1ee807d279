/** How much a merchant may take in a month of Cairo. */
import type { Config } from '../config.ts';
import type { NotificationParams } from '../notifications/content.ts';
import { tellOwners } from '../notifications/owners.ts';
import type { App, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import * as store from './store.ts';

export type { LimitFacts, OwnLimit } from './store.ts';
export { findFacts, writeLimit } from './store.ts';

/** The merchant is told once this much of its limit is used, in percent. */
const NEAR_PERCENT = 80;

/** The first day of the month of Cairo, `YYYY-MM-01`. */
export const monthOf = (now: Date): string => `${cairoDay(now).slice(0, 8)}01`;

/** What a merchant may take in a month, in piastres: its own limit, or that of its status; null: as much as it likes. */
export function limitOf(
  config: Pick<Config, 'volumeLimits'>,
  { own, status }: Pick<store.LimitFacts, 'own' | 'status'>,
): number | null {
  return own ? own.limitPiastres : (config.volumeLimits.get(status) ?? null);
}

async function findLimit(app: App, db: Db, merchantId: number): Promise<number | null> {
  const facts = await store.findFacts(db, merchantId);
  return facts ? limitOf(app.config, facts) : null;
}

/** A merchant's limit of a month in piastres; null: none. */
export const readLimit = (app: App, merchantId: number): Promise<number | null> =>
  findLimit(app, app.db, merchantId);

/** What is used of a merchant's limit this month, in piastres. */
export async function readUsage(app: App, scope: Scope): Promise<store.Volume & { month: string }> {
  const month = monthOf(app.clock.now());
  return { month, ...(await store.readVolume(app.db, scope, month)) };
}

/**
 * Whether a payment may begin: with it, what is captured this month stays within the limit. What others have begun and not paid
 * counts for nothing, because it costs a stranger nothing; what comes beyond the limit for that reason is held, see
 * {@link isBeyond}. Of what is refused the merchant is told once a month.
 */
export async function hasRoom(
  app: App,
  tx: Tx,
  scope: Scope,
  begun: { chargePiastres: number },
): Promise<boolean> {
  const limit = await findLimit(app, tx, scope.merchantId);
  if (limit === null) return true;
  const month = monthOf(app.clock.now());
  const volume = { capturedPiastres: await store.readCaptured(tx, scope, month) };
  if (volume.capturedPiastres + begun.chargePiastres <= limit) return true;
  // Only what is paid makes it full: one large payment that is refused leaves room for others.
  if (volume.capturedPiastres >= limit)
    await tell(app, tx, scope, { month, what: 'full' }, { limitPiastres: limit });
  else {
    const params = {
      limitPiastres: limit,
      amountPiastres: begun.chargePiastres,
      usedPiastres: volume.capturedPiastres,
    };
    await tell(app, tx, scope, { month, what: 'refused' }, params);
  }
  return false;
}

/** A merchant's payment that was captured. */
export interface PaymentRef {
  merchantId: number;
  transactionId: number;
}

/**
 * Whether the month of a captured payment comes to more than the merchant's limit. Asked in the transaction that captures it, the
 * answer counts every other payment: each capture locks the month's sum until it ends.
 */
export async function isBeyond(app: App, tx: Tx, ref: PaymentRef): Promise<boolean> {
  const limit = await findLimit(app, tx, ref.merchantId);
  return limit !== null && (await store.readMonthOf(tx, ref)) > limit;
}

/**
 * Tells the merchant, each once a month, when most or all of its limit is captured, and of the first payment that is held because
 * it came beyond it. Called after each payment.
 */
export async function noteVolume(
  app: App,
  tx: Tx,
  scope: Scope,
  paid: { isHeld: boolean; chargedPiastres: number; reference: string },
): Promise<void> {
  const limit = await findLimit(app, tx, scope.merchantId);
  if (limit === null) return;
  const month = monthOf(app.clock.now());
  const capturedPiastres = await store.readCaptured(tx, scope, month);
  if (paid.isHeld) {
    const { chargedPiastres: amountPiastres, reference } = paid;
    await tell(app, tx, scope, { month, what: 'held' }, { limitPiastres: limit, amountPiastres, reference });
  }
  if (capturedPiastres >= limit)
    await tell(app, tx, scope, { month, what: 'full' }, { limitPiastres: limit });
  else if (capturedPiastres * 100 >= limit * NEAR_PERCENT)
    await tell(app, tx, scope, { month, what: 'near' }, { limitPiastres: limit });
}

async function tell(
  app: App,
  tx: Tx,
  scope: Scope,
  { month, what }: { month: string; what: store.LimitNotice },
  params: NotificationParams,
): Promise<void> {
  if (!(await store.recordNotice(tx, scope, month, what, app.clock.now()))) return;
  await tellOwners({ ...app, db: tx }, scope, {
    kind: `volume-${what}`,
    params,
    href: '/support/create-ticket',
  });
}
