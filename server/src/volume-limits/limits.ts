/** Monthly limits of merchants, by months in Cairo. */
import type { Config } from '../config.ts';
import type { NotificationParams } from '../notifications/content.ts';
import { tellOwners } from '../notifications/owners.ts';
import type { App, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import * as store from './store.ts';

export type { LimitFacts, OwnLimit } from './store.ts';
export { findFacts, writeLimit } from './store.ts';

/** The merchant is notified once this percentage of its limit is used. */
const NEAR_PERCENT = 80;

/** Returns the first day of the month in Cairo, `YYYY-MM-01`. */
export const monthOf = (now: Date): string => `${cairoDay(now).slice(0, 8)}01`;

/** Returns a merchant's monthly limit, in piastres: its own, or that of its status; null: no limit. */
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

/** Returns a merchant's monthly limit in piastres; null: none. */
export const readLimit = (app: App, merchantId: number): Promise<number | null> =>
  findLimit(app, app.db, merchantId);

/** Returns the use of a merchant's limit this month, in piastres. */
export async function readUsage(app: App, scope: Scope): Promise<store.Volume & { month: string }> {
  const month = monthOf(app.clock.now());
  return { month, ...(await store.readVolume(app.db, scope, month)) };
}

/**
 * Returns whether a payment may begin: together with it, this month's captured amount stays within the limit.
 * Payments begun and not paid do not count, because a stranger could begin them at no cost; a payment that exceeds
 * the limit for that reason is held, see {@link isBeyond}. Notifies the merchant of refusals once a month.
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
  // Only captured payments make it full: one large payment that is refused leaves room for others.
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

/** A captured payment of a merchant. */
export interface PaymentRef {
  merchantId: number;
  transactionId: number;
}

/**
 * Returns whether the month of a captured payment exceeds the merchant's limit. In the transaction of the capture,
 * the answer includes every other payment, because each capture locks the month's sum until it ends.
 */
export async function isBeyond(app: App, tx: Tx, ref: PaymentRef): Promise<boolean> {
  const limit = await findLimit(app, tx, ref.merchantId);
  return limit !== null && (await store.readMonthOf(tx, ref)) > limit;
}

/**
 * Notifies the merchant, each once a month, when most or all of its limit is captured, and of the first payment held
 * for exceeding it. Called after each payment.
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
