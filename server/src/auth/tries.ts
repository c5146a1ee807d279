import type { App } from '../platform/context.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { TRIES_PER_ACCOUNT, TRIES_PER_ADDRESS, TRIES_WINDOW_MINUTES } from './rules.ts';
import * as store from './store.ts';

/**
 * One sign-in attempt: counted before it is known whether it fails, so that concurrent attempts cannot exceed the
 * limit.
 */
export interface Tries {
  /** The account's failures are forgotten, and the address gets its try back. */
  succeeded(): Promise<void>;
}

/**
 * Uses up one attempt of an account and of the address it comes from, before it is known whether it fails. Both stay
 * used unless `succeeded` is called. @param of `account` names whose password is tried: `account:a@b.example`,
 * `operator:a@b.example`. @throws TooManyError 429 after too many failures of either.
 */
export async function takeTries(app: App, of: { account: string; address: string }): Promise<Tries> {
  const { account } = of;
  const address = `address:${of.address}`;
  const now = app.clock.now();
  await takeTry(app, address, TRIES_PER_ADDRESS, now);
  try {
    await takeTry(app, account, TRIES_PER_ACCOUNT, now);
  } catch (error) {
    await store.returnTry(app.db, address, now);
    throw error;
  }
  return {
    async succeeded() {
      await store.forgetTries(app.db, account);
      await store.returnTry(app.db, address, now);
    },
  };
}

async function takeTry(app: App, subject: string, allowed: number, now: Date): Promise<void> {
  const window = TRIES_WINDOW_MINUTES * 60_000;
  const since = new Date(now.getTime() - window);
  const oldest = await store.takeTry(app.db, subject, { now, since, allowed });
  if (oldest) throw new TooManyError((oldest.getTime() + window - now.getTime()) / 1000);
}
