/** How much a merchant may take in a month of Cairo. */
import type { Config } from '../config.ts';
import { tellOwners } from '../notifications/owners.ts';
import type { App, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import * as store from './store.ts';

export type { OwnLimit } from './store.ts';
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

/** What is used of a merchant's limit this month, in piastres. */
export async function readUsage(app: App, scope: Scope): Promise<store.Volume & { month: string }> {
  const month = monthOf(app.clock.now());
  return { month, ...(await store.readVolume(app.db, scope, month)) };
}

/**
 * Whether a payment may begin: with it, what was captured this month and what others are paying right now do not exceed the
 * limit. Payments of a merchant with a limit are judged one after the other until each is written, so what is exceeded is only
 * by money that arrives for an attempt that had ended, or more than was asked for. A refusal tells the merchant once a month.
 */
export async function hasRoom(app: App, tx: Tx, scope: Scope, chargePiastres: number): Promise<boolean> {
  const limit = await findLimit(app, tx, scope.merchantId);
  if (limit === null) return true;
  const now = app.clock.now();
  const month = monthOf(now);
  // A statement of its own: the next one sees what the previous holder wrote.
  await store.lockVolume(tx, scope);
  const { capturedPiastres, openPiastres } = await store.readVolume(tx, scope, month);
  if (capturedPiastres + openPiastres + chargePiastres <= limit) return true;
  await tell(app, tx, scope, { month, limit, what: 'full' });
  return false;
}

/** Tells the merchant, each once a month, when most or all of its limit is captured. Called after each payment. */
export async function noteVolume(app: App, tx: Tx, scope: Scope): Promise<void> {
  const limit = await findLimit(app, tx, scope.merchantId);
  if (limit === null) return;
  const month = monthOf(app.clock.now());
  const { capturedPiastres } = await store.readVolume(tx, scope, month);
  if (capturedPiastres >= limit) await tell(app, tx, scope, { month, limit, what: 'full' });
  else if (capturedPiastres * 100 >= limit * NEAR_PERCENT)
    await tell(app, tx, scope, { month, limit, what: 'near' });
}

async function tell(
  app: App,
  tx: Tx,
  scope: Scope,
  { month, limit, what }: { month: string; limit: number; what: 'near' | 'full' },
): Promise<void> {
  if (!(await store.writeTold(tx, scope, month, what, app.clock.now()))) return;
  await tellOwners({ ...app, db: tx }, scope, {
    kind: `volume-${what}`,
    params: { limitPiastres: limit },
    href: '/support/create-ticket',
  });
}
