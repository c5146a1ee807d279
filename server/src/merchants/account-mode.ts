import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { Caller, Mode } from '../platform/context.ts';

/**
 * Returns the mode for requests and notices about the whole account: live as soon as the merchant is live, whichever
 * mode was used. In test mode they would look like tests, and people who work in live mode would not see them.
 */
export const accountMode = (merchantStatus: number, otherwise: Mode): Mode =>
  merchantStatus === MERCHANT_STATUS.live ? 'live' : otherwise;

/** Returns the caller as one who acts on the whole account. */
export const forAccount = (caller: Caller): Caller => ({
  ...caller,
  mode: accountMode(caller.merchantStatus, caller.mode),
});
