import { ALWAYS_TOLD, type NotificationTopic } from '@daftar/contract/notifications';
import type { Permission } from '@daftar/contract/permissions';

type AnyOf = readonly Permission[];

const PAYMENTS: AnyOf = ['view-transactions-list', 'view-transaction-details'];
const REFUNDS: AnyOf = ['transaction-refund', ...PAYMENTS];
const PAYOUTS: AnyOf = ['payout-request-transactions'];
const SETTLEMENTS: AnyOf = ['view-settlements'];
const CHARGEBACKS: AnyOf = ['view-chargeback-list'];
const REFUND_APPROVALS: AnyOf = ['transaction-refund'];
const APPROVALS: AnyOf = ['transaction-refund', ...PAYOUTS, 'payment-methods-settings'];
const ORDERS: AnyOf = ['view-orders', 'view-order-details'];
const BANK: AnyOf = ['edit-bank-account', 'financial-settings'];
const BANK_APPROVALS: AnyOf = ['transaction-refund', ...PAYOUTS, 'edit-bank-account'];
const TEAM: AnyOf = ['users-manage'];
const ADDRESSES: AnyOf = ['ip-white-listing-settings'];
const WEBHOOKS: AnyOf = ['payment-methods-settings'];
const SETTINGS: AnyOf = ['view-settings'];
const KEYS: AnyOf = ['api-keys-settings'];
const TICKETS: AnyOf = ['tickets-list', 'view-ticket'];

/** Every kind of notification with its readers: holders of any of these permissions; null means everybody. */
export const NOTIFICATION_KINDS = {
  'account-approve': null,
  'account-reject': null,
  'account-suspend': null,
  'account-resume': null,
  'document-expires': null,
  'document-expired': null,
  'document-held': null,
  'document-renewed': null,
  'payment-received': PAYMENTS,
  'review-started': PAYMENTS,
  'review-approved': PAYMENTS,
  'review-refused': PAYMENTS,
  'refund-succeeded': REFUNDS,
  'refund-failed': REFUNDS,
  'refund-reversed': REFUNDS,
  'settlement-made': SETTLEMENTS,
  'settlement-paid': SETTLEMENTS,
  'settlement-returned': [...SETTLEMENTS, ...BANK],
  'balance-credited': [...SETTLEMENTS, ...PAYOUTS],
  'balance-debited': [...SETTLEMENTS, ...PAYOUTS],
  'reserve-set': SETTLEMENTS,
  'reserve-lifted': SETTLEMENTS,
  'reserve-released': SETTLEMENTS,
  'reserve-drawn': SETTLEMENTS,
  'fee-invoice-issued': SETTLEMENTS,
  'volume-near': PAYMENTS,
  'volume-full': PAYMENTS,
  'volume-refused': PAYMENTS,
  'volume-held': PAYMENTS,
  'fee-credit-note-issued': SETTLEMENTS,
  'payout-handed-over': PAYOUTS,
  'payout-expired': PAYOUTS,
  'payout-returned': PAYOUTS,
  'chargeback-opened': CHARGEBACKS,
  'chargeback-moved': CHARGEBACKS,
  'chargeback-due': CHARGEBACKS,
  'chargeback-applied': CHARGEBACKS,
  'chargeback-withdrawn': CHARGEBACKS,
  'chargeback-reopened': CHARGEBACKS,
  'approval-refund-asked': REFUND_APPROVALS,
  'approval-refund-approved': REFUND_APPROVALS,
  'approval-refund-declined': REFUND_APPROVALS,
  'approval-refund-expired': REFUND_APPROVALS,
  'approval-payout-asked': PAYOUTS,
  'approval-payout-approved': PAYOUTS,
  'approval-payout-declined': PAYOUTS,
  'approval-payout-expired': PAYOUTS,
  'approval-settings-asked': APPROVALS,
  'approval-settings-approved': APPROVALS,
  'approval-settings-declined': APPROVALS,
  'approval-settings-expired': APPROVALS,
  'approval-bank-account-asked': BANK_APPROVALS,
  'approval-bank-account-approved': BANK_APPROVALS,
  'approval-bank-account-declined': BANK_APPROVALS,
  'approval-bank-account-expired': BANK_APPROVALS,
  'bank-account-changed': BANK,
  'bank-account-details-changed': BANK,
  'bank-account-stopped': BANK,
  'approvals-on': APPROVALS,
  'approvals-off': APPROVALS,
  'address-change-asked': TEAM,
  'power-given': TEAM,
  'role-power-given': TEAM,
  'company-sign-in-changed': TEAM,
  'company-sign-in-removed': TEAM,
  'company-sign-in-required': TEAM,
  'company-sign-in-optional': TEAM,
  'company-domain-missing': TEAM,
  'company-domain-reminder': TEAM,
  'company-domain-suspended': TEAM,
  'company-domain-resumed': TEAM,
  'company-groups-changed': TEAM,
  'company-power-given': TEAM,
  'scim-token-made': TEAM,
  'scim-token-revoked': TEAM,
  'scim-role-changed': TEAM,
  'two-step-required': TEAM,
  'two-step-optional': TEAM,
  'outside-address-approved': TEAM,
  'scim-keys-left': TEAM,
  'addresses-changed': ADDRESSES,
  'brand-changed': SETTINGS,
  'embedders-changed': KEYS,
  'domain-changed': SETTINGS,
  'domain-removed': SETTINGS,
  'domain-verified': SETTINGS,
  'domain-missing': SETTINGS,
  'domain-lapsed': SETTINGS,
  'webhook-urls-changed': WEBHOOKS,
  'webhook-secret-changed': WEBHOOKS,
  'webhook-version-changed': WEBHOOKS,
  'webhook-endpoint-changed': [...WEBHOOKS, 'manage-webhooks'],
  'api-key-made': KEYS,
  'api-key-rolled': KEYS,
  'api-key-moved': KEYS,
  'order-placed': ORDERS,
  'ticket-answered': TICKETS,
  'ticket-replied': TICKETS,
  'ticket-processing': TICKETS,
  'ticket-closed': TICKETS,
  'report-stopped': TEAM,
} as const satisfies Record<string, AnyOf | null>;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** Topics by prefix of the kind. Kinds without a topic concern the account itself. */
const TOPICS: readonly (readonly [beginning: string, topic: NotificationTopic])[] = [
  ['payment-', 'payments'],
  ['review-', 'payments'],
  ['volume-', 'limits'],
  ['refund-', 'refunds'],
  ['chargeback-', 'chargebacks'],
  ['settlement-', 'settlements'],
  ['balance-', 'settlements'],
  ['reserve-', 'settlements'],
  ['payout-', 'payouts'],
  ['fee-', 'fees'],
  ['approval-', 'approvals'],
  ['order-', 'orders'],
  ['ticket-', 'tickets'],
  ['report-', 'reports'],
];

/** Returns the topic of a kind of notification. */
export const topicOf = (kind: string): NotificationTopic =>
  TOPICS.find(([beginning]) => kind.startsWith(beginning))?.[1] ?? ALWAYS_TOLD;

const entries = Object.entries(NOTIFICATION_KINDS) as [NotificationKind, AnyOf | null][];
export const KINDS: readonly NotificationKind[] = entries.map(([kind]) => kind);
const readersOf = new Map<string, AnyOf | null>(entries);

/**
 * Returns the permissions of which a reader needs any; null when none is needed. A kind of another release has no
 * readers.
 */
export function seenWith(kind: string): AnyOf | null {
  const anyOf = readersOf.get(kind);
  return anyOf === undefined ? [] : anyOf;
}

/** Returns whether a person with these permissions may see a notification. */
export function maySee(kind: string, permissions: ReadonlySet<Permission>): boolean {
  const anyOf = seenWith(kind);
  return anyOf === null || anyOf.some((each) => permissions.has(each));
}

/** Returns the kinds that a person with these permissions may see. */
export function visibleKinds(permissions: ReadonlySet<Permission>): NotificationKind[] {
  return entries.filter(([kind]) => maySee(kind, permissions)).map(([kind]) => kind);
}
