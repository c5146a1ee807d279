/**
 * What entries of the audit log are about, by their first word: `payment-link:17`. A noun that is missing here does not compile where
 * it is recorded; one that is here has its words, where its reference is (`server/src/audit/store-references.ts`) and where it is seen
 * (`web/portal/audit/components/subject.tsx`), or does not compile either.
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

/** Subjects named without an id: there is only one of them, or the id means nothing to a reader. */
export const WITHOUT_NUMBER: ReadonlySet<string> = new Set<MerchantNoun>([
  'merchant',
  'session',
  'webhook-secret',
]);

/** Nouns in the provider's log, or in a merchant's for the provider's staff only. */
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

/** Whether a noun is of a merchant's log. */
export const isMerchantNoun = (noun: string): noun is MerchantNoun =>
  (MERCHANT_NOUNS as readonly string[]).includes(noun);
