/** Builds facts of requests that have no previous value. */
import { toPounds } from '@daftar/contract/money';
import type { ApprovalFact } from '@daftar/contract/ops-approvals';

/**
 * Builds a text fact; an empty text is not shown.
 * @param name `fact.…` of the catalogues
 * @param subject the named subject, which the console links: `merchant:7`
 */
export const textFact = (name: string, text: string, subject?: string): ApprovalFact => ({
  name,
  before: null,
  after: { is: 'text', text, ...(subject === undefined ? {} : { subject }) },
});

/** Builds an amount fact. @param name `fact.…` of the catalogues */
export const amountFact = (name: string, piastres: number): ApprovalFact => ({
  name,
  before: null,
  after: { is: 'amount', amount: toPounds(piastres) },
});
