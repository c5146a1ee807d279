import { recordProviderAudit } from '../../audit/record.ts';
import { sendAgain } from '../../messages/send.ts';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { resendEvent } from '../../webhooks/service.ts';
import { authorOf } from '../by.ts';
import { NothingToRetry } from '../errors.ts';
import * as store from './store.ts';

/** Retries a failed job now, with all its attempts again. @throws NothingToRetry */
export async function retryJob(app: App, operator: Operator, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const task = await store.rescheduleJob(tx, id, now);
    if (task === undefined) throw new NothingToRetry();
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'job.retry',
      subject: `job:${id}`,
      after: { task },
    });
  });
}

/** Hands a failed message to its gateway again; the gateway detects duplicates by its key. @throws NothingToRetry */
export async function retryMessage(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
): Promise<void> {
  const now = app.clock.now();
  const { merchantId, id } = ref;
  await transaction(app.db, async (tx) => {
    if (!(await sendAgain(tx, ref))) throw new NothingToRetry();
    await recordProviderAudit(tx, authorOf(operator, merchantId), now, {
      action: 'message.retry',
      subject: `message:${id}`,
    });
  });
}

/** Sends a failed webhook once more. @throws NothingToRetry, NoCallbackAddress */
export async function retryDelivery(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
): Promise<void> {
  const mode = await store.findGivenUp(app.db, ref);
  if (!mode) throw new NothingToRetry();
  const { email: actor, address } = operator;
  await resendEvent(app, { merchantId: ref.merchantId, mode, actor, address }, ref.id);
}
