/** The URL to which the payer returns after a payment, and its signed result. */
import { createHmac } from 'node:crypto';
import type { FailureReason } from '@daftar/contract/checkout';
import type { App } from '../platform/context.ts';
import { secretsInForce } from '../webhooks/deliver.ts';
import { keyOf, secretOf } from '../webhooks/sign.ts';
import { isUnfinished, type StoredState, stateAt, uncountedReason } from './rules.ts';
import type { Offer } from './service.ts';
import type { AttemptRow } from './store.ts';

/** Reasons for failures that we decided; any other reason was reported by the processor. */
const OURS: ReadonlySet<FailureReason> = new Set(['processing_error', 'wrong_code', 'canceled', 'expired']);

/**
 * Returns whether the processor declined, although its page may accept another card: the payer is told so while the
 * processor is still asked.
 */
const isDeclined = ({ accountId, state, failureReason }: AttemptRow): boolean =>
  accountId !== null && state === 'failed' && failureReason !== null && !OURS.has(failureReason);

/** Returns whether the result of an attempt is final. */
export const isKnown = (attempt: AttemptRow, state: StoredState): boolean =>
  state === 'succeeded' ||
  isDeclined(attempt) ||
  (!isUnfinished(attempt.state) && attempt.nextAskAt === null && attempt.unansweredAt === null);

/**
 * Returns the URL to which the page of an attempt leads: the payable's own page, the return URL of its link with the
 * signed result, or the merchant's; null if there is none.
 */
export async function returnAddress(app: App, offer: Offer, attempt: AttemptRow): Promise<string | null> {
  const { payable, merchant } = offer;
  const state = stateAt(attempt, app.clock.now());
  const isPaid = state === 'succeeded';
  const own = isPaid ? payable.signedReturn?.successUrl : payable.signedReturn?.cancelUrl;
  if (own == null) {
    return payable.returnUrl ?? (isPaid ? merchant.returnUrl : (merchant.cancelUrl ?? merchant.returnUrl));
  }
  // Before the end, no page shows a way back.
  if (isUnfinished(state)) return own;
  const url = new URL(own);
  const result = await signedResult(app, offer, [resultOf(attempt, state), attempt.reference]);
  url.search = [url.search.slice(1), result].filter((part) => part !== '').join('&');
  return url.href;
}

/**
 * Returns the result to report: `pending` while it is unknown, and `received` if the money does not count for the link.
 */
function resultOf(attempt: AttemptRow, state: StoredState): string {
  if (!isKnown(attempt, state)) return 'pending';
  return state === 'succeeded' && uncountedReason(attempt.flags) !== null ? 'received' : state;
}

/**
 * Returns the parameters of a result. While a secret is being replaced there are two signatures, separated by a dot,
 * that of the new secret first.
 */
async function signedResult(
  app: App,
  { payable }: Offer,
  [status, reference]: readonly [string, string],
): Promise<string> {
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000));
  const values = [status, reference, payable.source.reference, timestamp];
  const salts = await secretsInForce(app, payable);
  const signatures = salts.map(({ salt }) =>
    createHmac('sha256', keyOf(secretOf(app, salt)))
      .update(values.join('.'))
      .digest('base64url'),
  );
  const [daftar_status, daftar_reference, daftar_link] = values as [string, string, string, string];
  const fields = { daftar_status, daftar_reference, daftar_link, daftar_timestamp: timestamp };
  return new URLSearchParams({ ...fields, daftar_signature: signatures.join('.') }).toString();
}
