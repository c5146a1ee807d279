import type { BankCutOffFigures, CutOffFigures } from '@daftar/contract/ops-cut-offs';

/** What a report states, of an account at a processor or of a bank account. */
export type Figures = CutOffFigures | BankCutOffFigures;

export const isOfBank = (figures: Figures): figures is BankCutOffFigures => 'balance' in figures;

/** What is owed, or what the bank has, at the end of the day, in EGP. */
export const closingOf = (figures: Figures): number =>
  isOfBank(figures) ? figures.balance.closing : figures.clearing.closing;
