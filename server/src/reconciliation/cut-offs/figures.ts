import type { BankCutOffFigures, CutOffFigures } from '@daftar/contract/ops-cut-offs';

/** The figures of a report of an account at a processor or of a bank account. */
export type Figures = CutOffFigures | BankCutOffFigures;

export const isOfBank = (figures: Figures): figures is BankCutOffFigures => 'balance' in figures;

/** Returns the closing balance in EGP: owed by the processor, or held at the bank. */
export const closingOf = (figures: Figures): number =>
  isOfBank(figures) ? figures.balance.closing : figures.clearing.closing;
