import type { PayoutDetails } from '@daftar/contract/payouts';
import type { App, Caller } from '../platform/context.ts';
import { PayoutNotFound } from './errors.ts';
import { rowOf } from './service.ts';
import { type DetailedPayout, findDetails } from './store-details.ts';

/** Returns one of the caller's payouts, with what happened to it. @throws PayoutNotFound */
export async function readPayout(app: App, caller: Caller, id: number): Promise<PayoutDetails> {
  const found = await findDetails(app.db, caller, id);
  if (!found) throw new PayoutNotFound();
  return {
    ...rowOf(found),
    account_name: found.accountName,
    sent_at: found.sentAt?.toISOString() ?? null,
    transfer_reference: found.transferReference,
    timeline: timelineOf(found),
  };
}

type Event = PayoutDetails['timeline'][number];

function timelineOf(payout: DetailedPayout): Event[] {
  const { state, askedAt, createdAt, sentAt, paidAt, finishedAt } = payout;
  const events: Event[] = [];
  const add = (kind: Event['kind'], at: Date | null, by: string | null = null) => {
    if (at) events.push({ kind, at: at.toISOString(), by });
  };
  add('asked', askedAt, payout.requestedBy);
  if (askedAt) add('approved', createdAt, payout.approvedBy);
  else add('requested', createdAt, payout.requestedBy);
  add('sent', sentAt);
  // A payout that a bank transferred may have come back later.
  if (state === 'returned') add('handed-over', paidAt);
  if (state !== 'requested') add(state, finishedAt);
  return events;
}
