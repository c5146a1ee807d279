import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { Caller, Mode } from '../platform/context.ts';

/**
 * The mode in which what concerns the whole account is asked for and told: live as soon as the merchant is live, whichever mode it was
 * done in. In test mode it would look like a test, and people who work in live mode would not see it.
 */
export const accountMode = (merchantStatus: number, otherwise: Mode): Mode =>
  merchantStatus === MERCHANT_STATUS.live ? 'live' : otherwise;

/** A caller as one who acts on the whole account. */
export const forAccount = (caller: Caller): Caller => ({
  ...caller,
  mode: accountMode(caller.merchantStatus, caller.mode),
});
