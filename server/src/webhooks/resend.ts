import { RESENT_MAXIMUM, type ResendFormValues } from '@daftar/contract/webhook-endpoints';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { EndpointNotFound, TooManyToResend } from './errors.ts';
import { scheduleDeliveries } from './queue.ts';
import { findEndpoint } from './store-endpoints.ts';
import { listEnded } from './store-list.ts';

/**
 * Resends the messages of a period that were delivered or given up, each to its own address, the oldest first.
 * @returns how many.
 * @throws EndpointNotFound; TooManyToResend: nothing is sent.
 */
export async function resendRange(app: App, caller: Caller, form: ResendFormValues): Promise<number> {
  const now = app.clock.now();
  const { type, state, endpoint_id: endpointId } = form;
  const from = new Date(form.from);
  const before = form.to ? new Date(form.to) : now;
  return transaction(app.db, async (tx) => {
    if (endpointId && !(await findEndpoint(tx, caller, endpointId))) throw new EndpointNotFound();
    const found = await listEnded(tx, caller, { from, before, type, state, endpointId }, RESENT_MAXIMUM + 1);
    if (found.length > RESENT_MAXIMUM) throw new TooManyToResend(RESENT_MAXIMUM);
    await scheduleDeliveries(tx, caller, found, { manual: true });
    await recordAudit(tx, caller, now, {
      action: 'webhook.resend-range',
      subject: endpointId ? `webhook-endpoint:${endpointId}` : `merchant:${caller.merchantId}`,
      after: { from, to: before, type: type ?? null, state: state ?? null, resent: found.length },
    });
    return found.length;
  });
}
