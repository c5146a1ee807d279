import type { OperatorPermission } from '@daftar/contract/ops-roles';
import {
  IconActivity,
  IconAlertTriangle,
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendarDollar,
  IconCalendarOff,
  IconCash,
  IconChecks,
  IconCreditCardRefund,
  IconHelpCircle,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListSearch,
  IconLock,
  IconPlugConnected,
  IconReceiptRefund,
  IconReceiptTax,
  IconScale,
  IconShieldCheck,
  IconShieldQuestion,
  IconTransferOut,
  IconUserCheck,
  IconUsers,
  IconZoomQuestion,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Path } from '../../ui/path.ts';
import type { NamedTextKey } from '../../ui/text-key.ts';
import { approvalPath, approvalsPath } from '../paths/approvals.ts';
import { auditPath } from '../paths/audit.ts';
import { balancePath } from '../paths/balance.ts';
import { bankBatchesPath, bankStatementPath, bankStatementsPath } from '../paths/bank-statements.ts';
import { bankTransferPath, bankTransfersPath, dueTransfersPath } from '../paths/bank-transfers.ts';
import { chargebacksPath } from '../paths/chargebacks.ts';
import { expiringPath } from '../paths/expiring.ts';
import { failuresPath } from '../paths/failures.ts';
import { feeInvoicesPath } from '../paths/fee-invoices.ts';
import { incidentsPath } from '../paths/incidents.ts';
import { kycPath, kycRequestPath } from '../paths/kyc.ts';
import { ledgerPath } from '../paths/ledger.ts';
import { merchantPath, merchantsPath } from '../paths/merchants.ts';
import { operatorDirectoryPath, operatorRolesPath, operatorsPath } from '../paths/operators.ts';
import { overviewPath } from '../paths/overview.ts';
import { payoutsPath } from '../paths/payouts.ts';
import { processorNotificationsPath, processorPath, processorsPath } from '../paths/processors.ts';
import { ratesPath } from '../paths/rates.ts';
import {
  cutOffPath,
  cutOffsPath,
  fileProfilesPath,
  reconciliationPath,
  settlementFilePath,
  settlementFilesPath,
  suspensePath,
} from '../paths/reconciliation.ts';
import { refundsPath } from '../paths/refunds.ts';
import { reservePath } from '../paths/reserve.ts';
import { riskListsPath, riskReviewsPath, riskRulePath, riskRulesPath } from '../paths/risk.ts';
import { screeningPath } from '../paths/screening.ts';
import { settlementsPath } from '../paths/settlements.ts';
import { repliesPath, ticketPath, ticketsPath } from '../paths/tickets.ts';
import { transactionPath, transactionsPath } from '../paths/transactions.ts';
import { unansweredPath } from '../paths/unanswered.ts';

/** What every screen of the console has. */
interface AnyScreen {
  path: Path;
  permission: OperatorPermission;
  /** Key of its title, with its catalogue. */
  title: NamedTextKey;
  page: () => Promise<{ default: ComponentType }>;
  /** Catalogues it needs beyond `common`, `messages` and `ops`. */
  catalogues?: readonly string[];
}

/** One that the menu lists, with its icon there. */
interface MenuScreen extends AnyScreen {
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  under?: undefined;
}

/** One that is reached from another. */
interface InnerScreen extends AnyScreen {
  icon?: undefined;
  /** Where it leads back to, with parameters of its own path. */
  under: Path;
}

export type OpsScreen = MenuScreen | InnerScreen;

/** Every screen behind the sign-in, in the order of the menu. */
export const screens: readonly OpsScreen[] = [
  {
    path: overviewPath,
    permission: 'ops:transactions',
    title: 'ops:nav.overview',
    catalogues: ['ops-overview', 'chart'],
    page: () => import('../overview/overview-page.tsx'),
    icon: IconLayoutDashboard,
  },
  {
    path: kycPath,
    permission: 'ops:kyc',
    title: 'ops:nav.kyc',
    catalogues: ['ops-kyc'],
    page: () => import('../kyc/list-page.tsx'),
    icon: IconUserCheck,
  },
  {
    path: kycRequestPath('$id'),
    permission: 'ops:kyc',
    title: 'ops-kyc:one',
    catalogues: ['ops-kyc'],
    page: () => import('../kyc/detail-page.tsx'),
    under: kycPath,
  },
  {
    path: screeningPath,
    permission: 'ops:kyc',
    title: 'ops:nav.screening',
    catalogues: ['ops-screening'],
    page: () => import('../screening/list-page.tsx'),
    icon: IconListSearch,
  },
  {
    path: expiringPath,
    permission: 'ops:kyc',
    title: 'ops:nav.expiring',
    page: () => import('../expiring/list-page.tsx'),
    icon: IconCalendarOff,
  },
  {
    path: approvalsPath,
    permission: 'ops:approvals',
    title: 'ops:nav.approvals',
    catalogues: ['ops-approvals'],
    page: () => import('../approvals/list-page.tsx'),
    icon: IconChecks,
  },
  {
    path: approvalPath('$id'),
    permission: 'ops:approvals',
    title: 'ops-approvals:one',
    catalogues: ['ops-approvals', 'ops-ledger', 'ops-processors'],
    page: () => import('../approvals/detail-page.tsx'),
    under: approvalsPath,
  },
  {
    path: ticketsPath,
    permission: 'ops:tickets',
    title: 'ops:nav.tickets',
    catalogues: ['ops-tickets'],
    page: () => import('../tickets/list-page.tsx'),
    icon: IconHelpCircle,
  },
  {
    path: ticketPath('$merchantId', '$id'),
    permission: 'ops:tickets',
    title: 'ops-tickets:one',
    catalogues: ['ops-tickets'],
    page: () => import('../tickets/detail-page.tsx'),
    under: ticketsPath,
  },
  {
    path: repliesPath,
    permission: 'ops:tickets',
    title: 'ops-tickets:replies',
    catalogues: ['ops-tickets'],
    page: () => import('../tickets/replies-page.tsx'),
    under: ticketsPath,
  },
  {
    path: merchantsPath,
    permission: 'ops:merchants',
    title: 'ops:nav.merchants',
    catalogues: ['ops-merchants'],
    page: () => import('../merchants/list-page.tsx'),
    icon: IconBuildingStore,
  },
  {
    path: merchantPath('$id'),
    permission: 'ops:merchants',
    title: 'ops:column.merchant',
    catalogues: ['ops-merchants'],
    page: () => import('../merchants/detail-page.tsx'),
    under: merchantsPath,
  },
  {
    path: ledgerPath('$id'),
    permission: 'ops:corrections',
    title: 'ops-ledger:title',
    catalogues: ['ops-ledger'],
    page: () => import('../ledger/list-page.tsx'),
    under: merchantPath('$id'),
  },
  {
    path: transactionsPath,
    permission: 'ops:transactions',
    title: 'ops:nav.transactions',
    catalogues: ['ops-transactions'],
    page: () => import('../transactions/list-page.tsx'),
    icon: IconArrowsExchange,
  },
  {
    path: transactionPath('$merchantId', '$id'),
    permission: 'ops:transactions',
    title: 'ops:nav.transactions',
    catalogues: ['ops-transactions', 'ops-risk', 'transactions'],
    page: () => import('../transactions/detail-page.tsx'),
    under: transactionsPath,
  },
  {
    path: refundsPath,
    permission: 'ops:transactions',
    title: 'ops:nav.refunds',
    catalogues: ['ops-refunds'],
    page: () => import('../refunds/list-page.tsx'),
    icon: IconCreditCardRefund,
  },
  {
    path: unansweredPath,
    permission: 'ops:transactions',
    title: 'ops:nav.unanswered',
    catalogues: ['ops-unanswered'],
    page: () => import('../unanswered/list-page.tsx'),
    icon: IconZoomQuestion,
  },
  {
    path: chargebacksPath,
    permission: 'ops:chargebacks',
    title: 'ops:nav.chargebacks',
    catalogues: ['ops-chargebacks'],
    page: () => import('../chargebacks/list-page.tsx'),
    icon: IconReceiptRefund,
  },
  {
    path: riskReviewsPath,
    permission: 'ops:risk',
    title: 'ops:nav.riskReviews',
    catalogues: ['ops-risk'],
    page: () => import('../risk/reviews-page.tsx'),
    icon: IconShieldQuestion,
  },
  {
    path: riskRulesPath,
    permission: 'ops:risk',
    title: 'ops:nav.risk',
    catalogues: ['ops-risk'],
    page: () => import('../risk/rules-page.tsx'),
    icon: IconShieldCheck,
  },
  {
    path: riskRulePath('$id'),
    permission: 'ops:risk',
    title: 'ops-risk:one',
    catalogues: ['ops-risk'],
    page: () => import('../risk/rule-page.tsx'),
    under: riskRulesPath,
  },
  {
    path: riskListsPath,
    permission: 'ops:risk',
    title: 'ops-risk:lists',
    catalogues: ['ops-risk'],
    page: () => import('../risk/lists-page.tsx'),
    under: riskRulesPath,
  },
  {
    path: payoutsPath,
    permission: 'ops:payouts',
    title: 'ops:nav.payouts',
    catalogues: ['ops-payouts'],
    page: () => import('../payouts/list-page.tsx'),
    icon: IconCash,
  },
  {
    path: settlementsPath,
    permission: 'ops:settlements',
    title: 'ops:nav.settlements',
    catalogues: ['ops-settlements'],
    page: () => import('../settlements/list-page.tsx'),
    icon: IconBuildingBank,
  },
  {
    path: reservePath,
    permission: 'ops:settlements',
    title: 'ops:nav.reserve',
    catalogues: ['ops-reserve'],
    page: () => import('../reserve/list-page.tsx'),
    icon: IconLock,
  },
  {
    path: balancePath('$id'),
    permission: 'ops:settlements',
    title: 'balance:list.title',
    catalogues: ['balance'],
    page: () => import('../balance/statement-page.tsx'),
    under: merchantPath('$id'),
  },
  {
    path: feeInvoicesPath,
    permission: 'ops:settlements',
    title: 'ops:nav.feeInvoices',
    catalogues: ['ops-fee-invoices'],
    page: () => import('../fee-invoices/list-page.tsx'),
    icon: IconReceiptTax,
  },
  {
    path: bankTransfersPath,
    permission: 'ops:settlements',
    title: 'ops:nav.bankTransfers',
    catalogues: ['ops-bank-transfers'],
    page: () => import('../bank-transfers/list-page.tsx'),
    icon: IconTransferOut,
  },
  {
    path: dueTransfersPath,
    permission: 'ops:settlements',
    title: 'ops-bank-transfers:due',
    catalogues: ['ops-bank-transfers'],
    page: () => import('../bank-transfers/due-page.tsx'),
    under: bankTransfersPath,
  },
  {
    path: bankTransferPath('$id'),
    permission: 'ops:settlements',
    title: 'ops-bank-transfers:file',
    catalogues: ['ops-bank-transfers'],
    page: () => import('../bank-transfers/detail-page.tsx'),
    under: bankTransfersPath,
  },
  {
    path: ratesPath,
    permission: 'ops:reference-data',
    title: 'ops:nav.rates',
    catalogues: ['ops-rates'],
    page: () => import('../rates/rates-page.tsx'),
    icon: IconCalendarDollar,
  },
  {
    path: processorsPath,
    permission: 'ops:processors',
    title: 'ops:nav.processors',
    catalogues: ['ops-processors'],
    page: () => import('../processors/list-page.tsx'),
    icon: IconPlugConnected,
  },
  {
    path: processorPath('$id'),
    permission: 'ops:processors',
    title: 'ops-processors:one',
    catalogues: ['ops-processors'],
    page: () => import('../processors/detail-page.tsx'),
    under: processorsPath,
  },
  {
    path: processorNotificationsPath,
    permission: 'ops:processors',
    title: 'ops:nav.processorNotifications',
    catalogues: ['ops-processors'],
    page: () => import('../processors/notifications-page.tsx'),
    icon: IconInbox,
  },
  {
    path: reconciliationPath,
    permission: 'ops:reconciliation',
    title: 'ops:nav.reconciliation',
    catalogues: ['ops-reconciliation'],
    page: () => import('../reconciliation/breaks-page.tsx'),
    icon: IconScale,
  },
  {
    path: settlementFilesPath,
    permission: 'ops:reconciliation',
    title: 'ops-reconciliation:files',
    catalogues: ['ops-reconciliation'],
    page: () => import('../reconciliation/files-page.tsx'),
    under: reconciliationPath,
  },
  {
    path: settlementFilePath('$id'),
    permission: 'ops:reconciliation',
    title: 'ops-reconciliation:file',
    catalogues: ['ops-reconciliation'],
    page: () => import('../reconciliation/file-page.tsx'),
    under: settlementFilesPath,
  },
  {
    path: fileProfilesPath,
    permission: 'ops:reconciliation',
    title: 'ops-reconciliation:profiles',
    catalogues: ['ops-reconciliation'],
    page: () => import('../reconciliation/profiles-page.tsx'),
    under: settlementFilesPath,
  },
  {
    path: suspensePath,
    permission: 'ops:reconciliation',
    title: 'ops-reconciliation:suspense',
    catalogues: ['ops-reconciliation'],
    page: () => import('../reconciliation/suspense-page.tsx'),
    under: reconciliationPath,
  },
  {
    path: cutOffsPath,
    permission: 'ops:reconciliation',
    title: 'ops-cut-offs:title',
    catalogues: ['ops-cut-offs', 'ops-reconciliation'],
    page: () => import('../reconciliation/cut-offs/list-page.tsx'),
    under: reconciliationPath,
  },
  {
    path: cutOffPath('$id'),
    permission: 'ops:reconciliation',
    title: 'ops-cut-offs:one',
    catalogues: ['ops-cut-offs', 'ops-reconciliation'],
    page: () => import('../reconciliation/cut-offs/detail-page.tsx'),
    under: cutOffsPath,
  },
  {
    path: bankStatementsPath,
    permission: 'ops:reconciliation',
    title: 'ops-bank-statements:statements',
    catalogues: ['ops-bank-statements', 'ops-reconciliation'],
    page: () => import('../bank-statements/list-page.tsx'),
    under: reconciliationPath,
  },
  {
    path: bankStatementPath('$id'),
    permission: 'ops:reconciliation',
    title: 'ops-bank-statements:statement',
    catalogues: ['ops-bank-statements'],
    page: () => import('../bank-statements/detail-page.tsx'),
    under: bankStatementsPath,
  },
  {
    path: bankBatchesPath,
    permission: 'ops:reconciliation',
    title: 'ops-bank-statements:batches',
    catalogues: ['ops-bank-statements'],
    page: () => import('../bank-statements/batches-page.tsx'),
    under: bankStatementsPath,
  },
  {
    path: incidentsPath,
    permission: 'ops:incidents',
    title: 'ops:nav.incidents',
    catalogues: ['ops-incidents'],
    page: () => import('../incidents/list-page.tsx'),
    icon: IconActivity,
  },
  {
    path: failuresPath,
    permission: 'ops:failures',
    title: 'ops:nav.failures',
    catalogues: ['ops-failures'],
    page: () => import('../failures/failures-page.tsx'),
    icon: IconAlertTriangle,
  },
  {
    path: auditPath,
    permission: 'ops:audit',
    title: 'ops:nav.audit',
    page: () => import('../audit/list-page.tsx'),
    catalogues: ['ops-audit', 'audit'],
    icon: IconHistory,
  },
  {
    path: operatorsPath,
    permission: 'ops:operators',
    title: 'ops:nav.operators',
    catalogues: ['ops-operators'],
    page: () => import('../operators/list-page.tsx'),
    icon: IconUsers,
  },
  {
    path: operatorRolesPath,
    permission: 'ops:operators',
    title: 'ops-operators:roles',
    catalogues: ['ops-operators'],
    page: () => import('../operators/roles-page.tsx'),
    under: operatorsPath,
  },
  {
    path: operatorDirectoryPath,
    permission: 'ops:operators',
    title: 'ops-operators:directory.title',
    catalogues: ['ops-operators'],
    page: () => import('../operators/directory-page.tsx'),
    under: operatorsPath,
  },
];
