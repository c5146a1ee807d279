import type { Permission } from '@daftar/contract/permissions';

type AnyOf = readonly Permission[];

const PAYMENTS: AnyOf = ['view-transactions-list', 'view-transaction-details'];
const REFUNDS: AnyOf = ['transaction-refund', ...PAYMENTS];
const PAYOUTS: AnyOf = ['payout-request-transactions'];

/** By the beginning of a kind: who may see it. What is not here (the account, a colleague's settings) is for everybody. */
const SEEN_WITH: readonly (readonly [prefix: string, anyOf: AnyOf])[] = [
  ['payment-', PAYMENTS],
  ['refund-', REFUNDS],
  ['payout-', PAYOUTS],
  ['settlement-', ['view-settlements']],
  ['chargeback-', ['view-chargeback-list']],
  ['approval-refund-', ['transaction-refund']],
  ['approval-payout-', PAYOUTS],
  ['approvals-', ['transaction-refund', ...PAYOUTS, 'payment-methods-settings']],
  ['order-', ['view-orders', 'view-order-details']],
  ['ticket-', ['tickets-list', 'view-ticket']],
];

/** The permissions of which a reader needs any one; null: none. */
export function seenWith(kind: string): AnyOf | null {
  return SEEN_WITH.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? null;
}

/** Whether somebody with these permissions may see a notification. */
export function maySee(kind: string, permissions: ReadonlySet<Permission>): boolean {
  const anyOf = seenWith(kind);
  return anyOf === null || anyOf.some((each) => permissions.has(each));
}

/** The beginnings of kinds that somebody may not see. */
export function hiddenPrefixes(permissions: ReadonlySet<Permission>): string[] {
  return SEEN_WITH.filter(([, anyOf]) => !anyOf.some((each) => permissions.has(each))).map(
    ([prefix]) => prefix,
  );
}
