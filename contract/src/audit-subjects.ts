/**
 * Subjects of audit log entries, by their first word: `payment-link:17`. Recording a noun that is missing here does not
 * compile. Each noun here must have its name, the source of its reference (`server/src/audit/store-references.ts`) and
 * its screen (`web/portal/audit/components/subject.tsx`), or the build fails too.
 */

/** Nouns in the logs of merchants. */
export const MERCHANT_NOUNS = [
  ...['transaction', 'payment-link', 'invoice', 'order', 'settlement', 'chargeback', 'ticket', 'refund'],
  ...['payout', 'customer', 'customers', 'product', 'products', 'category', 'categories', 'store'],
  ...['merchant', 'bank-account', 'approval', 'user', 'role', 'scim-group', 'session', 'passkey'],
  ...['api-key', 'webhook', 'webhook-endpoint', 'webhook-secret', 'saved-view', 'form-template', 'report'],
  'message',
] as const;
export type MerchantNoun = (typeof MERCHANT_NOUNS)[number];

/** Subjects named without an id: either only one exists, or the id means nothing to a reader. */
export const WITHOUT_NUMBER: ReadonlySet<string> = new Set<MerchantNoun>([
  'merchant',
  'session',
  'webhook-secret',
]);

/** Nouns in the provider's log, or in a merchant's log but visible only to the provider's staff. */
export type ProviderNoun =
  | 'operator'
  | 'operator-role'
  | 'ops-approval'
  | 'canned-reply'
  | 'screening'
  | 'list'
  | 'job'
  | 'exchange-rate'
  | 'bank-holiday'
  | 'incident'
  | 'processor'
  | 'processor-notification'
  | 'discrepancy'
  | 'reconciliation-profile'
  | 'reconciliation-file'
  | 'reconciliation-batch'
  | 'reconciliation-break'
  | 'reconciliation-cut-off'
  | 'bank-account-of-ours'
  | 'bank-file'
  | 'bank-answer'
  | 'bank-statement'
  | 'bank-lines'
  | 'bank-line'
  | 'risk-rule'
  | 'risk-entry'
  | 'risk-trust';

type SubjectOf<Noun extends string> = Noun | `${Noun}:${string | number}`;
/** A subject in a merchant's log. */
export type MerchantSubject = SubjectOf<MerchantNoun>;
/** A subject in any log. */
export type AuditSubject = SubjectOf<MerchantNoun | ProviderNoun>;

/** Returns whether a noun belongs to the logs of merchants. */
export const isMerchantNoun = (noun: string): noun is MerchantNoun =>
  (MERCHANT_NOUNS as readonly string[]).includes(noun);
