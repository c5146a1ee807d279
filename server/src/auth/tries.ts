import type { App } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { clearUses, type Limit, type Taken, takeUses } from '../platform/limits/limits.ts';
import { TRIES_PER_ACCOUNT, TRIES_PER_ADDRESS, TRIES_PER_LINK, TRIES_WINDOW_MINUTES } from './rules.ts';

const tries = (name: string, most: number): Limit => ({
  name,
  free: most,
  most,
  windowSeconds: TRIES_WINDOW_MINUTES * 60,
});
const ACCOUNT = tries('account', TRIES_PER_ACCOUNT);
const ADDRESS = tries('address', TRIES_PER_ADDRESS);
const LINK = tries('link', TRIES_PER_LINK);

/**
 * One sign-in attempt. It is counted before its outcome is known, so that concurrent attempts cannot exceed the limit.
 */
export interface Tries {
  /** Clears the account's failures and the attempt counted for the address. */
  succeeded(): Promise<void>;
}

/** Returns the name of a merchant user's account under which attempts at its password or code are counted. */
export const accountOf = ({ email }: { email: string }): string => `account:${email}`;

/** Returns the name of an operator's account under which attempts at its password or code are counted. */
export const operatorAccountOf = ({ email }: { email: string }): string => `operator:${email}`;

/** The account whose password is tried, and the source of the attempt. */
interface Tried {
  /** The account's name: {@link accountOf}, {@link operatorAccountOf}. */
  account: string;
  address: string;
  /** The browser, if the account has signed in there before; it has its own attempts, which strangers cannot use up. */
  browser?: string | null;
}

/**
 * Counts an attempt of an account and of the address it comes from, before its outcome is known. Both remain counted
 * unless `succeeded` is called.
 * @throws TooManyError 429 after too many failures of either.
 */
export async function takeTries(app: App, { account, address, browser = null }: Tried): Promise<Tries> {
  const take = async (of: string): Promise<Tries> => {
    const taken = await takeUses(app, [
      { limit: ADDRESS, of: networkOf(address) },
      { limit: ACCOUNT, of },
    ]);
    return {
      async succeeded() {
        await taken.release();
        await clearTries(app, app.db, of);
      },
    };
  };
  if (browser === null) return take(account);
  try {
    return await take(`${account} in ${browser}`);
  } catch (error) {
    if (!(error instanceof TooManyError)) throw error;
    // As from anywhere else: also after a reset, which clears those.
    return take(account);
  }
}

/** Counts an attempt of an address and of the link that it presents. @throws TooManyError */
export function takeLinkTry(app: App, { address, link }: { address: string; link: string }): Promise<Taken> {
  return takeUses(app, [
    { limit: ADDRESS, of: networkOf(address) },
    { limit: LINK, of: link },
  ]);
}

/** Clears the attempts of an account after a success. */
export function clearTries(app: App, db: Db, account: string): Promise<void> {
  return clearUses(app, db, { limit: ACCOUNT, of: account });
}
