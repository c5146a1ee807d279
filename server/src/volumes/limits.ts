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

/** A merchant's limit of a month in piastres; null: none. */
export const readLimit = (app: App, merchantId: number): Promise<number | null> =>
  findLimit(app, app.db, merchantId);

/** What is used of a merchant's limit this month, in piastres. */
export async function readUsage(app: App, scope: Scope): Promise<store.Volume & { month: string }> {
  const month = monthOf(app.clock.now());
  return { month, ...(await store.readVolume(app.db, scope, month)) };
}

/** A payment that would begin. */
export interface Begun {
  chargePiastres: number;
  /** It is a code to be paid in cash within a day. */
  isCode: boolean;
}

/**
 * Whether a limit has room for a payment. Captured ones count, and those under way. Unpaid codes count in full against further
 * codes; from payments by other methods they take at most half of what is left, so that nobody closes a shop by asking for codes
 * that are never paid. If all of them are paid after all, a month comes to at most twice the limit.
 */
export function fits(limit: number, volume: store.Volume, { chargePiastres, isCode }: Begun): boolean {
  const left = limit - volume.capturedPiastres;
  const codes = isCode
    ? volume.codesPiastres
    : Math.min(volume.codesPiastres, Math.floor(Math.max(left, 0) / 2));
  return volume.openPiastres + codes + chargePiastres <= left;
}

/**
 * Whether a payment may begin, see {@link fits}. Payments of a merchant with a limit are judged one after the other until each
 * is written. Of what is refused the merchant is told once a month.
 */
export async function hasRoom(app: App, tx: Tx, scope: Scope, begun: Begun): Promise<boolean> {
  const limit = await findLimit(app, tx, scope.merchantId);
  if (limit === null) return true;
  const month = monthOf(app.clock.now());
  // A statement of its own: the next one sees what the previous holder wrote.
  await store.lockVolume(tx, scope);
  const volume = await store.readVolume(tx, scope, month);
  if (fits(limit, volume, begun)) return true;
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

/** Tells the merchant, each once a month, when most or all of its limit is captured. Called after each payment. */
export async function noteVolume(app: App, tx: Tx, scope: Scope): Promise<void> {
  const limit = await findLimit(app, tx, scope.merchantId);
  if (limit === null) return;
  const month = monthOf(app.clock.now());
  const { capturedPiastres } = await store.readVolume(tx, scope, month);
  if (capturedPiastres >= limit)
    await tell(app, tx, scope, { month, what: 'full' }, { limitPiastres: limit });
  else if (capturedPiastres * 100 >= limit * NEAR_PERCENT)
    await tell(app, tx, scope, { month, what: 'near' }, { limitPiastres: limit });
}

async function tell(
  app: App,
  tx: Tx,
  scope: Scope,
  { month, what }: { month: string; what: 'near' | 'full' | 'refused' },
  params: Record<string, number>,
): Promise<void> {
  if (!(await store.writeTold(tx, scope, month, what, app.clock.now()))) return;
  await tellOwners({ ...app, db: tx }, scope, {
    kind: `volume-${what}`,
    params,
    href: '/support/create-ticket',
  });
}
