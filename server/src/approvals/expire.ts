/** Expires requests that were not decided in time. */
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { HREF } from './rules.ts';
import * as store from './store.ts';

/**
 * Expires requests that were not decided in time and notifies the requesters.
 * @throws when some could not be expired.
 */
export async function expireRequests(app: App): Promise<void> {
  const now = app.clock.now();
  await eachDue(
    app,
    'ending requests that nobody decided',
    (limit, offset) => store.findExpired(app.db, now, limit, offset),
    (ref) => transaction(app.db, (tx) => expire(app, tx, ref, now)),
  );
}

/** Expires a request, unless it was decided, and notifies the requester. */
export async function expire(
  app: App,
  tx: Tx,
  ref: { merchantId: number; id: number },
  now: Date,
): Promise<void> {
  const request = await store.writeExpired(tx, ref, now);
  if (!request) return;
  const { merchantId, mode, kind, amountPiastres, requestedBy, transactionReference, bankName } = request;
  await notify(
    { ...app, db: tx },
    { merchantId, mode },
    {
      kind: `approval-${kind}-expired`,
      params: { amountPiastres, reference: transactionReference ?? '', bank: bankName },
      href: HREF,
      onlyUserId: requestedBy,
    },
  );
}
