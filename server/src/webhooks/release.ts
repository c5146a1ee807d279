import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { scheduleDeliveries } from './queue.ts';
import { type Address, listCrowded, releaseNext, roomOf } from './store-held.ts';

/** Adds jobs for the next held messages of an address. */
export async function release(tx: Tx, address: Address, count: number, now: Date): Promise<void> {
  const { endpointId } = address;
  const ids = await releaseNext(tx, address, count, now);
  if (ids.length === 0) return;
  await scheduleDeliveries(
    tx,
    address,
    ids.map((id) => ({ id, endpointId })),
    { manual: false },
  );
}

/**
 * Job `release-webhooks`: releases held messages wherever there is room. Each attempt releases the next message, so
 * this finds only messages that were held while the last ones ahead of them were sent, or whose predecessors' jobs
 * have given up.
 */
export async function releaseWebhooks(app: App): Promise<void> {
  const now = app.clock.now();
  const crowded = await listCrowded(app.db);
  await eachDue(
    app,
    'letting go of held webhooks',
    async (limit, offset) => crowded.slice(offset, offset + limit),
    async (address) => {
      await transaction(app.db, async (tx) => {
        const room = await roomOf(tx, address, now);
        if (room > 0) await release(tx, address, room, now);
      });
      // The address stays in this run's list.
      return false;
    },
  );
}
