/** Limits on messages to outsiders from unverified merchants, and from test mode, where paying costs nothing. */
import type { App, Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { type Taken, takeUses } from '../platform/limits/limits.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** The parts of the app that counting needs. */
export type Counting = Pick<App, 'pool' | 'limitsPool' | 'clock' | 'config'>;

/** A message to an address that anybody may have typed. */
interface Outside {
  merchantId: number;
  mode?: Mode | undefined;
  to: string;
}

/**
 * Counts a message to an outsider: a few per recipient, whoever requested them, and a daily total per merchant. A
 * verified merchant's live messages are not counted.
 * @returns null when nothing is counted.
 * @throws TooManyError
 */
export async function takeOutside(
  app: Counting,
  db: Db,
  { merchantId, mode = 'live', to }: Outside,
): Promise<Taken | null> {
  if (mode === 'live' && (await isVerified(db, merchantId))) return null;
  const { trialMessagesPerHour: toOne, trialMessagesPerDay: ofAll } = app.config.limits;
  const limit = (name: string, most: number, windowSeconds: number) => ({
    name,
    free: most,
    most,
    windowSeconds,
  });
  return takeUses(app, [
    { limit: limit('trial messages to', toOne, HOUR_SECONDS), of: to.toLowerCase() },
    { limit: limit('trial messages', ofAll, DAY_SECONDS), of: 'all', scope: { merchantId, mode } },
  ]);
}

/** Returns whether a merchant is verified; the same condition as `nameOutside`. */
async function isVerified(db: Db, merchantId: number): Promise<boolean> {
  const rows = await db`select from merchants where id = ${merchantId} and status in (3, 4)`;
  return rows.length > 0;
}
