import type { AccountKind } from './accounts.ts';

/**
 * The ledger refused a transfer. `rule` is the constraint name of the violated rule
 * (`server/sql/books/ledger/tables.sql`). This class itself means a defect in our code (unbalanced lines, a changed
 * row); the two subclasses are business conditions.
 */
export class LedgerRefusal extends Error {
  readonly rule: string;
  constructor(rule: string, cause: unknown) {
    super(`the ledger refused: ${rule}`, { cause });
    this.name = new.target.name;
    this.rule = rule;
  }
}

/** The balance of `account` does not cover the transfer. No money was moved. */
export class InsufficientFunds extends LedgerRefusal {
  readonly account: AccountKind;
  constructor(rule: string, account: AccountKind, cause: unknown) {
    super(rule, cause);
    this.account = account;
  }
}

/** The idempotency key was used for a different transfer. No money was moved. */
export class IdempotencyConflict extends LedgerRefusal {}

/** The account that lacks funds, by the violated rule. */
const accountOfRule: Record<string, AccountKind> = {
  ledger_available_covers: 'available',
  ledger_pending_covers: 'pending',
  ledger_chargeback_not_negative: 'chargeback',
  ledger_payout_not_negative: 'payout',
  ledger_fees_not_negative: 'fees',
  ledger_vat_not_negative: 'vat',
  ledger_reserve_not_negative: 'reserve',
  ledger_acquirer_fees_not_positive: 'acquirer_fees',
};

/**
 * Converts a database error to a ledger error if it came from a rule of the ledger; returns any other unchanged. For
 * errors that leave a transaction, and for SQL functions that call `ledger_post`.
 */
export function asLedgerError(error: unknown): unknown {
  if (error instanceof LedgerRefusal) return error;
  const rule = (error as { constraint_name?: unknown } | null)?.constraint_name;
  if (typeof rule !== 'string' || !rule.startsWith('ledger_')) return error;
  if (rule === 'ledger_idempotency_conflict') return new IdempotencyConflict(rule, error);
  const account = accountOfRule[rule];
  return account ? new InsufficientFunds(rule, account, error) : new LedgerRefusal(rule, error);
}
