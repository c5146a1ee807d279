import {
  TRANSACTION_FLAGS,
  type TransactionDetails,
  type TransactionFlag,
} from '@daftar/contract/transactions';

type Event = TransactionDetails['timeline'][number];

const KNOWN = [
  'created',
  'succeeded',
  'failed',
  'canceled',
  'expired',
  'refunded',
  'refund_failed',
  'refund_reversed',
  'settled',
  'disputed',
  'dispute_applied',
  'dispute_withdrawn',
  'review_approved',
  'review_refused',
] as const;
export type KnownEvent = (typeof KNOWN)[number];

/** The kind of an event, if this release has a text for it. */
export function knownKind(kind: string): KnownEvent | null {
  return KNOWN.find((each) => each === kind) ?? null;
}

/** The key of an event's text; payouts have their own for start and end. */
export function titleOf(kind: KnownEvent | null, payout: TransactionDetails['payout_state']) {
  if (kind === null) return 'event.other';
  if (payout === null) return `event.${kind}` as const;
  if (kind === 'created') return 'payoutEvent.requested';
  if (kind === 'succeeded') return 'payoutEvent.handed-over';
  if (kind === 'expired') return payout === 'returned' ? 'payoutEvent.returned' : 'payoutEvent.expired';
  return `event.${kind}` as const;
}

/** What an event says beyond its kind: flags by name, or a text. */
export function detailOf(event: Event): { flags: TransactionFlag[]; words: string | null } {
  const parts = (event.detail ?? '').split(',').filter(Boolean);
  const flags = parts.filter((part): part is TransactionFlag =>
    (TRANSACTION_FLAGS as readonly string[]).includes(part),
  );
  if (parts.length > 0 && flags.length === parts.length) return { flags, words: null };
  return { flags: [], words: event.detail };
}
