import type { Permission } from '@daftar/contract/permissions';
import { simulator, type TransactionScenario } from '@daftar/contract/simulator';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';

/** The facts that determine the possible events of a transaction. */
export interface Playable {
  status: number;
  isPayout: boolean;
  settled: boolean;
  /** Amounts that can still be refunded, and disputed. */
  refundablePiastres: number;
  disputablePiastres: number;
  dispute: 'none' | 'pending' | 'applied';
  /** The actions that its payer can still take. */
  payer: readonly ('pay' | 'fail')[];
}

/** Lists the possible events of a transaction in its state, in display order. */
export function scenariosOf(transaction: Playable): TransactionScenario[] {
  const { status, isPayout, settled, refundablePiastres, disputablePiastres, dispute, payer } = transaction;
  if (isPayout) {
    return status === TRANSACTION_STATUS.pending ? ['payout-handed-over', 'payout-failed'] : [];
  }
  if (dispute === 'pending') return ['chargeback-lost', 'chargeback-won'];
  const captured = status === TRANSACTION_STATUS.success || status === TRANSACTION_STATUS.refunded;
  if (!captured) return [...payer];
  const left = status === TRANSACTION_STATUS.success && refundablePiastres > 0;
  return [
    ...(settled ? [] : (['settle'] as const)),
    ...(left ? (['refund-failed'] as const) : []),
    ...(disputablePiastres > 0 && dispute === 'none' ? (['chargeback-opened'] as const) : []),
  ];
}

/**
 * Returns the permission that an event requires: the provider moves money, other events come from payers and their
 * banks.
 */
export function neededFor(scenario: TransactionScenario): Permission {
  const byProvider = scenario === 'settle' || scenario === 'refund-failed' || scenario.startsWith('payout-');
  return byProvider ? simulator.money.access : simulator.payment.access;
}
