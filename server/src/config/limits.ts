import { APPROVAL_DAYS } from '@daftar/contract/approvals';
import { type Env, wholeNumber } from './env.ts';

const upTo = (most: number, unset: number) => ({ from: 1, to: most, unset });

/** Reads the limits of requests by a caller, a phone number or an outsider. */
export const limitSettings = (env: Env) => ({
  /** Requests per minute per session or, without one, per address. */
  requestsPerMinute: wholeNumber(env, 'DAFTAR_REQUESTS_PER_MINUTE', upTo(1_000_000, 1200)),
  /** Seconds that a call waits in the queue before it is refused; other requests wait a multiple of it. 0: no queue. */
  longestWaitSeconds: wholeNumber(env, 'DAFTAR_LONGEST_WAIT_SECONDS', { from: 0, to: 60, unset: 2 }),
  /** Limits of anonymous callers, before a proof of work is required or they are refused. */
  limits: {
    /** One-time codes sent to a phone number, per hour. */
    codesPerHour: wholeNumber(env, 'DAFTAR_CODES_PER_HOUR', upTo(1000, 5)),
    /** Wrong one-time codes for a phone number, over all payments. */
    codeGuessesPerHour: wholeNumber(env, 'DAFTAR_CODE_GUESSES_PER_HOUR', upTo(1000, 10)),
    /** Declined cards per link, address and card. */
    declinesPerTenMinutes: wholeNumber(env, 'DAFTAR_DECLINES_PER_TEN_MINUTES', upTo(1000, 10)),
    /** Sign-ups and mailed links per address, and e-mails with links per recipient. */
    linkMailsPerHour: wholeNumber(env, 'DAFTAR_LINK_MAILS_PER_HOUR', upTo(1000, 5)),
    /** E-mails and SMS per outsider, from test mode and unverified merchants. */
    trialMessagesPerHour: wholeNumber(env, 'DAFTAR_TRIAL_MESSAGES_PER_HOUR', upTo(1000, 5)),
    /** The same limit per merchant. */
    trialMessagesPerDay: wholeNumber(env, 'DAFTAR_TRIAL_MESSAGES_PER_DAY', upTo(1000, 100)),
    /** Unpaid orders on delivery per phone number and store. */
    openCashOrders: wholeNumber(env, 'DAFTAR_OPEN_CASH_ORDERS', upTo(1000, 3)),
  },
  /**
   * Days in which a user cannot be the second person for somebody who created or changed their account, or vice
   * versa.
   */
  secondPersonDays: wholeNumber(env, 'DAFTAR_SECOND_PERSON_DAYS', {
    from: 0,
    to: APPROVAL_DAYS - 1,
    unset: APPROVAL_DAYS - 1,
  }),
});
