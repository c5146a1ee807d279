import 'i18next';
import type messagesTexts from '@daftar/contract/messages/en.json';
import type accountTexts from './locales/en/account.json';
import type approvalsTexts from './locales/en/approvals.json';
import type auditTexts from './locales/en/audit.json';
import type authTexts from './locales/en/auth.json';
import type chargebacksTexts from './locales/en/chargebacks.json';
import type commonTexts from './locales/en/common.json';
import type customersTexts from './locales/en/customers.json';
import type dashboardTexts from './locales/en/dashboard.json';
import type feeInvoicesTexts from './locales/en/fee-invoices.json';
import type importTexts from './locales/en/import.json';
import type invoicesTexts from './locales/en/invoices.json';
import type kycTexts from './locales/en/kyc.json';
import type notificationsTexts from './locales/en/notifications.json';
import type opsTexts from './locales/en/ops.json';
import type opsApprovalsTexts from './locales/en/ops-approvals.json';
import type opsAuditTexts from './locales/en/ops-audit.json';
import type opsBankStatementsTexts from './locales/en/ops-bank-statements.json';
import type opsBankTransfersTexts from './locales/en/ops-bank-transfers.json';
import type opsChargebacksTexts from './locales/en/ops-chargebacks.json';
import type opsFailuresTexts from './locales/en/ops-failures.json';
import type opsFeeInvoicesTexts from './locales/en/ops-fee-invoices.json';
import type opsKycTexts from './locales/en/ops-kyc.json';
import type opsLedgerTexts from './locales/en/ops-ledger.json';
import type opsMerchantsTexts from './locales/en/ops-merchants.json';
import type opsOperatorsTexts from './locales/en/ops-operators.json';
import type opsOverviewTexts from './locales/en/ops-overview.json';
import type opsPayoutsTexts from './locales/en/ops-payouts.json';
import type opsProcessorsTexts from './locales/en/ops-processors.json';
import type opsRatesTexts from './locales/en/ops-rates.json';
import type opsReconciliationTexts from './locales/en/ops-reconciliation.json';
import type opsSettlementsTexts from './locales/en/ops-settlements.json';
import type opsTicketsTexts from './locales/en/ops-tickets.json';
import type opsTransactionsTexts from './locales/en/ops-transactions.json';
import type opsUnansweredTexts from './locales/en/ops-unanswered.json';
import type payablesTexts from './locales/en/payables.json';
import type paymentLinksTexts from './locales/en/payment-links.json';
import type profileTexts from './locales/en/profile.json';
import type secondStepTexts from './locales/en/second-step.json';
import type settlementsTexts from './locales/en/settlements.json';
import type shellTexts from './locales/en/shell.json';
import type simulatorTexts from './locales/en/simulator.json';
import type storeTexts from './locales/en/store.json';
import type teamTexts from './locales/en/team.json';
import type ticketsTexts from './locales/en/tickets.json';
import type transactionsTexts from './locales/en/transactions.json';
import type webhooksTexts from './locales/en/webhooks.json';

/**
 * Makes the compiler check text keys against the English catalogues, which the Arabic ones match
 * (`tools/catalogues.mjs`).
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    resources: {
      messages: typeof messagesTexts;
      account: typeof accountTexts;
      approvals: typeof approvalsTexts;
      audit: typeof auditTexts;
      auth: typeof authTexts;
      chargebacks: typeof chargebacksTexts;
      common: typeof commonTexts;
      customers: typeof customersTexts;
      dashboard: typeof dashboardTexts;
      'fee-invoices': typeof feeInvoicesTexts;
      import: typeof importTexts;
      invoices: typeof invoicesTexts;
      kyc: typeof kycTexts;
      notifications: typeof notificationsTexts;
      ops: typeof opsTexts;
      'ops-approvals': typeof opsApprovalsTexts;
      'ops-audit': typeof opsAuditTexts;
      'ops-bank-statements': typeof opsBankStatementsTexts;
      'ops-bank-transfers': typeof opsBankTransfersTexts;
      'ops-chargebacks': typeof opsChargebacksTexts;
      'ops-fee-invoices': typeof opsFeeInvoicesTexts;
      'ops-failures': typeof opsFailuresTexts;
      'ops-kyc': typeof opsKycTexts;
      'ops-ledger': typeof opsLedgerTexts;
      'ops-merchants': typeof opsMerchantsTexts;
      'ops-operators': typeof opsOperatorsTexts;
      'ops-overview': typeof opsOverviewTexts;
      'ops-payouts': typeof opsPayoutsTexts;
      'ops-processors': typeof opsProcessorsTexts;
      'ops-rates': typeof opsRatesTexts;
      'ops-reconciliation': typeof opsReconciliationTexts;
      'ops-settlements': typeof opsSettlementsTexts;
      'ops-tickets': typeof opsTicketsTexts;
      'ops-transactions': typeof opsTransactionsTexts;
      'ops-unanswered': typeof opsUnansweredTexts;
      payables: typeof payablesTexts;
      'payment-links': typeof paymentLinksTexts;
      profile: typeof profileTexts;
      'second-step': typeof secondStepTexts;
      settlements: typeof settlementsTexts;
      shell: typeof shellTexts;
      simulator: typeof simulatorTexts;
      store: typeof storeTexts;
      team: typeof teamTexts;
      tickets: typeof ticketsTexts;
      transactions: typeof transactionsTexts;
      webhooks: typeof webhooksTexts;
    };
  }
}
