/** Notifications that processors send on their own. */
import type { App } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/errors.ts';
import { ProcessorError } from '../processors/errors.ts';
import type {
  About,
  AccountRef,
  GatewayEvent,
  PaymentGateway,
  RawNotification,
  UnnamedReport,
} from '../processors/gateway.ts';
import { findByProcessorId } from '../processors/ids.ts';
import {
  type AboutPayment,
  awaitedOf,
  deferNotification,
  endNotification,
  findNotification,
  keepNotification,
  retryUnmatched,
} from '../processors/inbox.ts';
import { observedDisputes, observedRefunds } from '../processors/observers.ts';
import { askForNews, denialIn } from './asking.ts';
import { recordReport } from './outcomes.ts';
import { type AttemptRow, findAttemptByExternalRef, getAttempt } from './store.ts';

/** A notification of an account. `gateways`: also with the secret before a rotation. */
interface Received {
  account: AccountRef;
  raw: RawNotification;
  gateways?: readonly PaymentGateway[];
  /** True: processed before this function returns, not by a job. */
  isAtOnce: boolean;
}

/**
 * Receives a notification, which may arrive twice, late or out of order.
 * @returns `forged` if it is not the processor's, `unknown` if it names no payment of ours
 */
export async function receiveNotification(
  app: App,
  { account, raw, gateways, isAtOnce }: Received,
): Promise<'done' | 'forged' | 'not-understood' | 'unknown'> {
  const own = gateways ?? [await app.processors.open(app, account)].filter((each) => each !== null);
  const kept = await keepNotification(app, account, own, raw, isAtOnce);
  if (kept === 'repeated') return 'done';
  if (typeof kept === 'string') return kept;
  if (!isAtOnce) return 'done';
  return (await processNotification(app, kept.id)) === 'unmatched' ? 'unknown' : 'done';
}

/**
 * Processes a stored notification; called again after an operator's replay.
 * @throws any error that prevents processing: the job is repeated
 */
export async function processNotification(
  app: App,
  id: number,
): Promise<'processed' | 'unmatched' | 'failed'> {
  const stored = await findNotification(app.db, id);
  if (!stored || (stored.state !== 'received' && stored.state !== 'failed')) return 'processed';
  // Of several events, the first about a payment: a notification is assigned to one payment.
  let about: AboutPayment | null = null;
  const account: AccountRef = { processor: stored.adapter, accountId: stored.accountId };
  try {
    const gateway = await app.processors.open(app, account);
    const reading = gateway?.read(stored.raw);
    if (!reading) throw new Error('the notification can no longer be read');
    let unmatched: About | null = null;
    for (const event of reading.events) {
      const attempt = await findAttempt(app, account, event.about);
      about ??= attempt && { merchantId: attempt.merchantId, transactionId: attempt.transactionId };
      if (attempt) await apply(app, account, event, attempt);
      else unmatched = event.about;
    }
    const state = unmatched ? 'unmatched' : 'processed';
    const awaits = unmatched && awaitedOf(unmatched);
    await endNotification(app.db, id, { state, error: null, about, awaits, now: app.clock.now() });
    // The id may have become known after the lookup, before this notification could be found by it.
    if (unmatched && 'kind' in unmatched && (await findByProcessorId(app, account.accountId, unmatched)))
      await retryUnmatched(app.db, account.accountId, [unmatched]);
    return state;
  } catch (error) {
    if (classifyDbError(error).kind === 'unavailable') throw error;
    const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    // A processor that did not answer has said nothing: the notification keeps waiting for its payment.
    const isUnknown = error instanceof ProcessorError && error.kind !== 'refused';
    if (isUnknown) await deferNotification(app.db, id, { error: text, about });
    else await endNotification(app.db, id, { state: 'failed', error: text, about, now: app.clock.now() });
    throw error;
  }
}

/** Applies an event of a payment. */
async function apply(app: App, account: AccountRef, event: GatewayEvent, attempt: AttemptRow): Promise<void> {
  if (event.kind === 'payment') {
    const { report } = event;
    // Late news about an earlier try may report a failure of a payment that has succeeded since; asking the processor
    // settles it.
    const isDenied = attempt.state === 'succeeded' && report !== null && denialIn(report) !== null;
    // News from before a refund says that nothing is refunded; so does news about a refund that came back.
    const isNothing = (each: UnnamedReport) => each.kind === 'refund' && each.extent === 'none';
    const unnamed = report?.unnamed?.filter((each) => !isNothing(each)) ?? [];
    const isUnrefunded = attempt.refundedPiastres > 0 && report?.unnamed?.some(isNothing) === true;
    if (report && !isDenied) await recordReport(app, attempt, account, { ...report, unnamed });
    if (!report || isDenied || isUnrefunded) await askForNews(app, attempt);
    return;
  }
  const payment = { merchantId: attempt.merchantId, id: attempt.id, accountId: account.accountId };
  if (event.kind === 'refund') await observedRefunds.tell(app, payment, event.refund);
  else await observedDisputes.tell(app, payment, event.dispute);
}

/** Finds the payment of an event, only among those started at this account. */
async function findAttempt(app: App, account: AccountRef, about: About): Promise<AttemptRow | null> {
  let attempt: AttemptRow | undefined;
  if ('externalRef' in about) attempt = await findAttemptByExternalRef(app.db, about.externalRef);
  else {
    const found = await findByProcessorId(app, account.accountId, about);
    attempt = found && (await getAttempt(app.db, found));
  }
  const isOfAccount = attempt?.processor === account.processor && attempt.accountId === account.accountId;
  return isOfAccount && attempt ? attempt : null;
}
