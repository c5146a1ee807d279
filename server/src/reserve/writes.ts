/** Operations of other nouns on the rolling reserve. */
import type { RESERVE_ITEM_STATES } from '@daftar/contract/reserve';
import type { Transfer } from '../ledger/post.ts';
import { tellOwners } from '../notifications/owners.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { ReserveStandsStill } from './errors.ts';
import * as store from './store.ts';

export type { ReserveTerms } from './store.ts';
export { findTerms } from './store.ts';
export type ItemState = (typeof RESERVE_ITEM_STATES)[number];

/** Later than any release day. */
const WHENEVER = '9999-12-31';

/**
 * Covers the available balance out of the reserve, as far as possible, after the posting of a chargeback or refund
 * that left it negative. Call it right after the posting, in its transaction.
 */
export async function coverFromReserve(
  app: App,
  tx: Tx,
  { merchantId, mode, idempotencyKey, reference, effectiveAt: now }: Transfer,
): Promise<void> {
  const scope = { merchantId, mode };
  const amountPiastres = await store.cover(tx, scope, { idempotencyKey, reference, now });
  if (amountPiastres === 0) return;
  await notify({ ...app, db: tx }, scope, {
    kind: 'reserve-drawn',
    params: { amountPiastres, reference },
    href: '/reserve',
  });
}

/** Writes new terms, and notifies the merchant's owners. `null` before: there were none. */
export async function setTerms(
  app: App,
  tx: Tx,
  merchantId: number,
  terms: store.ReserveTerms,
  actor: string,
): Promise<void> {
  await store.writeTerms(tx, merchantId, terms, { actor, now: app.clock.now() });
  const { shareBps, days } = terms;
  await tellOwners(
    { ...app, db: tx },
    { merchantId, mode: 'live' },
    {
      kind: shareBps === 0 ? 'reserve-lifted' : 'reserve-set',
      params: shareBps === 0 ? {} : { shareBps, count: days },
      href: '/reserve',
    },
  );
}

/** The amounts of a merchant to be released: those with a release by a day, `YYYY-MM-DD`. */
export interface Releasing {
  until: string;
}

/** Finds the held amounts of a merchant's live money; undefined: none. */
export const findHeld = (db: Db, merchantId: number): Promise<Releasing | undefined> =>
  store.findLastRelease(db, { merchantId, mode: 'live' });

/**
 * Releases held amounts of a merchant: of live money those with a release by a day, of test money all.
 * @returns the live sum in piastres
 * @throws ReserveStandsStill while its settlements are stopped
 */
export async function releaseHeld(
  app: App,
  tx: Tx,
  merchantId: number,
  { until }: Releasing = { until: WHENEVER },
): Promise<number> {
  const now = app.clock.now();
  const days = { live: until, test: WHENEVER };
  let livePiastres = 0;
  for (const mode of await store.heldModes(tx, merchantId, days)) {
    const scope = { merchantId, mode };
    const amountPiastres = await store.release(tx, scope, days[mode], now);
    if (amountPiastres === 0) throw new ReserveStandsStill();
    await tellReleased({ ...app, db: tx }, scope, amountPiastres);
    if (mode === 'live') livePiastres = amountPiastres;
  }
  return livePiastres;
}

/** Notifies a merchant that held money is available. */
export const tellReleased = (
  app: App,
  scope: Pick<Transfer, 'merchantId' | 'mode'>,
  amountPiastres: number,
) => notify(app, scope, { kind: 'reserve-released', params: { amountPiastres }, href: '/reserve' });
