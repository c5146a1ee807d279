/** Limits how often anonymous callers may do something, counted in the database for all processes. */
import { createHmac } from 'node:crypto';
import type { App, Scope } from '../context.ts';
import { type Db, retryConflicts } from '../db/connect.ts';
import { TooManyError } from '../http/errors.ts';
import { serverKey } from '../keys.ts';
import { isProof, newChallenge } from './challenge.ts';
import * as store from './store.ts';

/** A limit. */
export interface Limit {
  /** Part of the key by which uses are counted; not shown. */
  name: string;
  /** Uses per window without a proof of work. */
  free: number;
  /** Uses per window with proofs of work; equal to `free` if a proof does not help. */
  most: number;
  windowSeconds: number;
}

/** One use of a limit. */
export interface Use {
  limit: Limit;
  /** The subject that is counted. Only a keyed hash of it is stored. */
  of: string;
  /** The merchant and mode; without it, uses are counted over all merchants. */
  scope?: Scope;
}

/** Uses that were taken. */
export interface Taken {
  /** Returns the uses, so that they do not count. */
  release(): Promise<void>;
  /** True: a proof of work was used. */
  isProven: boolean;
}

/** The action of a proof of work. */
export interface RequiredProof {
  /** Lower-case letters and hyphens; a proof is valid for one action only. */
  action: string;
  /** As the caller sent it. */
  proof?: string | null | undefined;
  /** The proof was valid and used for another limit of the same request. */
  isProven?: boolean;
}

type Counting = Pick<App, 'pool' | 'limitsPool' | 'clock' | 'config'>;

const poolOf = (app: Counting) => app.limitsPool ?? app.pool;

function subjectOf(app: Counting, { limit, of, scope }: Use): store.Subject {
  const mode = scope?.mode ?? '';
  const hash = createHmac('sha256', serverKey(app, 'limits'))
    .update(`${limit.name}\n${mode}\n${of}`)
    .digest('base64url')
    .slice(0, 22);
  return { merchantId: scope?.merchantId ?? 0, hash };
}

/** Practically unlimited. */
export const ANY_NUMBER = 1_000_000_000;

/** The order in which subjects are locked. */
const inOrder = (a: store.Subject, b: store.Subject) =>
  a.merchantId - b.merchantId || (a.hash < b.hash ? -1 : 1);

const sortedOf = (app: Counting, uses: readonly Use[]) =>
  uses
    .map((use) => ({ use, subject: subjectOf(app, use), seconds: use.limit.windowSeconds }))
    .sort((a, b) => inOrder(a.subject, b.subject));

/**
 * Tries to take the uses, and once more with a proof.
 * @returns whether a proof was used.
 * @throws TooManyError
 */
async function ask(
  app: Counting,
  sorted: ReturnType<typeof sortedOf>,
  now: Date,
  question: typeof store.takeUses,
  asked: RequiredProof | undefined,
): Promise<boolean> {
  // Expired uses are deleted in another order than new ones are counted, which may deadlock. An attempt that was rolled
  // back took none.
  const askFor = (allowed: 'free' | 'most') =>
    retryConflicts(() =>
      question(
        poolOf(app),
        sorted.map(({ use, subject, seconds }) => ({ subject, seconds, allowed: use.limit[allowed] })),
        now,
      ),
    );
  let isProven = asked?.isProven === true;
  let refusal = await askFor(isProven ? 'most' : 'free');
  if (refusal && asked && !isProven) {
    const { limit } = sorted[refusal.index]!.use;
    isProven = limit.most > limit.free && (await useProof(app, asked));
    if (isProven) refusal = await askFor('most');
    else if (limit.most > limit.free) {
      throw new TooManyError(secondsUntil(refusal.freeAt, now), {
        challenge: newChallenge(app, asked.action),
      });
    }
  }
  if (refusal) throw new TooManyError(secondsUntil(refusal.freeAt, now));
  return isProven;
}

/**
 * Takes one use of each limit, or of none, before the result is known, so that concurrent requests cannot exceed the
 * limit. Uses stay taken if the caller's own transaction is rolled back.
 * @throws TooManyError 429 with the time until the next attempt, and a challenge if a proof of work would help.
 */
export async function takeUses(app: Counting, uses: readonly Use[], asked?: RequiredProof): Promise<Taken> {
  const now = app.clock.now();
  const sorted = sortedOf(app, uses);
  const isProven = await ask(app, sorted, now, store.takeUses, asked);
  const subjects = sorted.map(({ subject }) => subject);
  return { release: () => store.releaseUses(poolOf(app), subjects, now), isProven };
}

/** Awaits some work, and returns the uses taken for it if it fails. */
export async function orRelease<T>(taken: Taken, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await taken.release();
    throw error;
  }
}

/**
 * Requires that each limit has a use left, for actions that are counted only once their result is known.
 * @throws TooManyError like {@link takeUses}
 */
export async function checkUses(app: Counting, uses: readonly Use[], asked?: RequiredProof): Promise<void> {
  await ask(app, sortedOf(app, uses), app.clock.now(), store.checkUses, asked);
}

/** Counts uses that have happened, even beyond a limit. */
export async function countUses(app: Counting, uses: readonly Use[]): Promise<void> {
  const all = sortedOf(app, uses).map(({ subject, seconds }) => ({ subject, seconds, allowed: ANY_NUMBER }));
  await store.takeUses(poolOf(app), all, app.clock.now());
}

const secondsUntil = (moment: Date, now: Date) => (moment.getTime() - now.getTime()) / 1000;

/** Returns whether a proof is valid, and consumes it. */
async function useProof(app: Counting, { action, proof }: RequiredProof): Promise<boolean> {
  if (!proof || !isProof(app, action, proof)) return false;
  const once: Limit = { name: 'proof', free: 1, most: 1, windowSeconds: 3600 };
  try {
    await takeUses(app, [{ limit: once, of: proof.split('.').slice(0, 3).join('.') }]);
    return true;
  } catch (error) {
    if (error instanceof TooManyError) return false;
    throw error;
  }
}

/** Clears a subject's uses of a limit. */
export async function clearUses(app: Counting, db: Db, use: Use): Promise<void> {
  await store.clearUses(db, subjectOf(app, use));
}

/** Deletes uses that no longer count for any limit. */
export const purgeOldUses = (app: App): Promise<void> => store.deleteExpiredUses(app, app.clock.now());
