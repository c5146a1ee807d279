/** All invariants of the nouns against the ledger, for `ledger:check` and tests. */
import { acquirerCostChecks } from './acquirer-costs/checks.ts';
import { approvalChecks } from './approvals/checks.ts';
import { bankTransferChecks } from './bank-transfers/checks.ts';
import { chargebackChecks } from './chargebacks/index.ts';
import { checkoutChecks } from './checkout/index.ts';
import { customerChecks } from './customers/checks.ts';
import { discrepancyChecks } from './discrepancies/checks.ts';
import { feeInvoiceChecks } from './fee-invoices/index.ts';
import { invoiceChecks } from './invoices/index.ts';
import type { Check } from './ledger/check.ts';
import { orderChecks } from './orders/index.ts';
import { overviewChecks } from './overview/checks.ts';
import { payoutChecks } from './payouts/index.ts';
import { reconciliationChecks } from './reconciliation/checks.ts';
import { bankStatementChecks } from './reconciliation/statements/checks.ts';
import { refundChecks } from './refunds/index.ts';
import { reserveChecks } from './reserve/checks.ts';
import { riskChecks } from './risk/index.ts';
import { settlementChecks } from './settlements/index.ts';
import { transactionChecks } from './transactions/checks.ts';
import { volumeChecks } from './volume-limits/checks.ts';

export const moneyChecks: readonly Check[] = [
  ...checkoutChecks,
  ...invoiceChecks,
  ...orderChecks,
  ...refundChecks,
  ...payoutChecks,
  ...settlementChecks,
  ...reserveChecks,
  ...feeInvoiceChecks,
  ...volumeChecks,
  ...bankTransferChecks,
  ...riskChecks,
  ...chargebackChecks,
  ...approvalChecks,
  ...acquirerCostChecks,
  ...discrepancyChecks,
  ...reconciliationChecks,
  ...bankStatementChecks,
  ...overviewChecks,
  ...transactionChecks,
  ...customerChecks,
];
