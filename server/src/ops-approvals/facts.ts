/** What requests tell of what they are about, without a value before. */
import { toPounds } from '@daftar/contract/money';
import type { ApprovalFact } from '@daftar/contract/ops-approvals';

/**
 * @param name `fact.…` of the catalogues. An empty text is not shown.
 * @param subject what it names, which the console links: `merchant:7`
 */
export const textFact = (name: string, text: string, subject?: string): ApprovalFact => ({
  name,
  before: null,
  after: { is: 'text', text, ...(subject === undefined ? {} : { subject }) },
});

/** @param name `fact.…` of the catalogues */
export const amountFact = (name: string, piastres: number): ApprovalFact => ({
  name,
  before: null,
  after: { is: 'amount', amount: toPounds(piastres) },
});
