/** How often a stranger may do something: counted in the database, so that processes and restarts change nothing. */
import { createHmac } from 'node:crypto';
import type { App, Scope } from '../context.ts';
import type { Db } from '../db/connect.ts';
import { TooManyError } from '../http/errors.ts';
import { serverKey } from '../keys.ts';
import { isProof, newChallenge } from './challenge.ts';
import * as store from './store.ts';

/** What is limited. */
export interface Limit {
  /** Part of what is counted by; never shown. */
  name: string;
  /** Uses within the window that nothing is asked for. */
  free: number;
  /** Uses within the window for who proves their work; the same as `free` where no proof helps. */
  most: number;
  windowSeconds: number;
}

/** One use of a limit. */
export interface Use {
  limit: Limit;
  /** Whom or what is counted. Only a keyed hash of it is stored. */
  of: string;
  /** Whose; without one it is counted over all merchants. */
  scope?: Scope;
}

/** Uses that were taken. */
export interface Taken {
  /** What was done is not counted after all. */
  giveBack(): Promise<void>;
  /** Whether a proof of work was used. */
  isProven: boolean;
}

/** What a proof of work is asked and given for. */
export interface Asked {
  /** Lower-case letters and hyphens: a proof for one action is none for another. */
  action: string;
  /** As the caller sent it. */
  proof?: string | null | undefined;
  /** It was good, and used for another limit of the same request. */
  isProven?: boolean;
}

type Counting = Pick<App, 'pool' | 'limitsPool' | 'clock' | 'config'>;

const poolOf = (app: Counting) => app.limitsPool ?? app.pool;

function subjectOf(app: Counting, { limit, of, scope }: Use): store.Subject {
  const mode = scope?.mode ?? '';
  const hash = createHmac('sha256', serverKey(app, 'limits'))
    .update(`${limit.name}\n${mode}\n${of}`)
    .digest('base64url');
  return { merchantId: scope?.merchantId ?? 0, hash };
}

/** So many uses are no limit. */
export const ANY_NUMBER = 1_000_000_000;

/** The order in which everybody locks. */
const inOrder = (a: store.Subject, b: store.Subject) =>
  a.merchantId - b.merchantId || (a.hash < b.hash ? -1 : 1);

const sortedOf = (app: Counting, uses: readonly Use[]) =>
  uses
    .map((use) => ({ use, subject: subjectOf(app, use), seconds: use.limit.windowSeconds }))
    .sort((a, b) => inOrder(a.subject, b.subject));

/** Asks for one use of each, and with a proof once more. @returns whether there was a proof. @throws TooManyError */
async function ask(
  app: Counting,
  sorted: ReturnType<typeof sortedOf>,
  now: Date,
  question: typeof store.takeUses,
  asked: Asked | undefined,
): Promise<boolean> {
  const askFor = (allowed: 'free' | 'most') =>
    question(
      poolOf(app),
      sorted.map(({ use, subject, seconds }) => ({ subject, seconds, allowed: use.limit[allowed] })),
      now,
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
 * Takes one use of each limit, or of none, before it is known what comes of it: of twenty at once no more get through
 * than are allowed. Stays taken when the caller's own transaction is rolled back.
 * @throws TooManyError 429 with when it is worth trying again, and a challenge where a proof of work would help.
 */
export async function takeUses(app: Counting, uses: readonly Use[], asked?: Asked): Promise<Taken> {
  const now = app.clock.now();
  const sorted = sortedOf(app, uses);
  const isProven = await ask(app, sorted, now, store.takeUses, asked);
  const subjects = sorted.map(({ subject }) => subject);
  return { giveBack: () => store.giveBackUses(poolOf(app), subjects, now), isProven };
}

/** Whether there is a use of each limit left, for what is counted only once it is known what came of it. @throws TooManyError like {@link takeUses} */
export async function checkUses(app: Counting, uses: readonly Use[], asked?: Asked): Promise<void> {
  await ask(app, sortedOf(app, uses), app.clock.now(), store.checkUses, asked);
}

/** Counts what has happened, also past a limit. */
export async function countUses(app: Counting, uses: readonly Use[]): Promise<void> {
  const all = sortedOf(app, uses).map(({ subject, seconds }) => ({ subject, seconds, allowed: ANY_NUMBER }));
  await store.takeUses(poolOf(app), all, app.clock.now());
}

const secondsUntil = (moment: Date, now: Date) => (moment.getTime() - now.getTime()) / 1000;

/** Whether a proof is good, which it is once. */
async function useProof(app: Counting, { action, proof }: Asked): Promise<boolean> {
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

/** Forgets every use of a limit by somebody. */
export async function forgetUses(app: Counting, db: Db, use: Use): Promise<void> {
  await store.forgetUses(db, subjectOf(app, use));
}

/** Deletes what no limit counts any more. */
export const forgetOldUses = (app: App): Promise<void> => store.deleteExpiredUses(app, app.clock.now());
