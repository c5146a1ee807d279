import { account } from '@daftar/contract/account';
import { apiKeys } from '@daftar/contract/api-keys';
import { approvals } from '@daftar/contract/approvals';
import { audit } from '@daftar/contract/audit';
import { auth } from '@daftar/contract/auth';
import { balance } from '@daftar/contract/balance';
import { brand } from '@daftar/contract/brand';
import { categories } from '@daftar/contract/categories';
import { chargebacks } from '@daftar/contract/chargebacks';
import { companySignIn } from '@daftar/contract/company-sign-in';
import { customerInvoices } from '@daftar/contract/customer-invoices';
import { customerPage } from '@daftar/contract/customer-page';
import { customers } from '@daftar/contract/customers';
import { dashboard } from '@daftar/contract/dashboard';
import { domains } from '@daftar/contract/domains';
import { embedding } from '@daftar/contract/embedding';
import type { Endpoints } from '@daftar/contract/endpoint';
import type { DocumentedKey } from '@daftar/contract/error-codes';
import { events } from '@daftar/contract/events';
import { feeInvoices } from '@daftar/contract/fee-invoices';
import { files } from '@daftar/contract/files';
import { formTemplates } from '@daftar/contract/form-templates';
import { invoices } from '@daftar/contract/invoices';
import { keyRequests } from '@daftar/contract/key-requests';
import { kyc } from '@daftar/contract/kyc';
import { lookups } from '@daftar/contract/lookups';
import { memberships } from '@daftar/contract/memberships';
import { notifications } from '@daftar/contract/notifications';
import { OPERATION_ERRORS } from '@daftar/contract/operation-errors';
import { ops } from '@daftar/contract/ops';
import { opsApprovals } from '@daftar/contract/ops-approvals';
import { opsBalance } from '@daftar/contract/ops-balance';
import { opsBankStatements } from '@daftar/contract/ops-bank-statements';
import { opsBankTransfers } from '@daftar/contract/ops-bank-transfers';
import { opsCutOffs } from '@daftar/contract/ops-cut-offs';
import { opsDirectory } from '@daftar/contract/ops-directory';
import { opsDiscrepancies } from '@daftar/contract/ops-discrepancies';
import { opsDocuments } from '@daftar/contract/ops-documents';
import { opsFeeInvoices } from '@daftar/contract/ops-fee-invoices';
import { opsKyc } from '@daftar/contract/ops-kyc';
import { opsLedger } from '@daftar/contract/ops-ledger';
import { opsListCounts } from '@daftar/contract/ops-list-counts';
import { opsMerchants } from '@daftar/contract/ops-merchants';
import { opsMoney } from '@daftar/contract/ops-money';
import { opsOperators } from '@daftar/contract/ops-operators';
import { opsOverview } from '@daftar/contract/ops-overview';
import { opsPlatform } from '@daftar/contract/ops-platform';
import { opsProcessors } from '@daftar/contract/ops-processors';
import { opsReconciliation } from '@daftar/contract/ops-reconciliation';
import { opsReplies } from '@daftar/contract/ops-replies';
import { opsReserve } from '@daftar/contract/ops-reserve';
import { opsRisk } from '@daftar/contract/ops-risk';
import { opsRiskEntries } from '@daftar/contract/ops-risk-entries';
import { opsRiskReviews } from '@daftar/contract/ops-risk-reviews';
import { opsSavedViews } from '@daftar/contract/ops-saved-views';
import { opsScreening } from '@daftar/contract/ops-screening';
import { opsSettlementFiles } from '@daftar/contract/ops-settlement-files';
import { opsSettlementProfiles } from '@daftar/contract/ops-settlement-profiles';
import { opsStatus } from '@daftar/contract/ops-status';
import { opsSuspense } from '@daftar/contract/ops-suspense';
import { opsTickets } from '@daftar/contract/ops-tickets';
import { opsVolumes } from '@daftar/contract/ops-volumes';
import { opsWriteOffs } from '@daftar/contract/ops-write-offs';
import { orders } from '@daftar/contract/orders';
import { paymentLinks } from '@daftar/contract/payment-links';
import { payouts } from '@daftar/contract/payouts';
import { products } from '@daftar/contract/products';
import { profile } from '@daftar/contract/profile';
import { push } from '@daftar/contract/push';
import { refunds } from '@daftar/contract/refunds';
import { reports } from '@daftar/contract/reports';
import { requestLog } from '@daftar/contract/request-log';
import { reserve } from '@daftar/contract/reserve';
import { savedViews } from '@daftar/contract/saved-views';
import { scim } from '@daftar/contract/scim';
import { search } from '@daftar/contract/search';
import { settlements } from '@daftar/contract/settlements';
import { simulator } from '@daftar/contract/simulator';
import { team } from '@daftar/contract/team';
import { tickets } from '@daftar/contract/tickets';
import { transactions } from '@daftar/contract/transactions';
import { webhookEndpoints } from '@daftar/contract/webhook-endpoints';
import { webhooks } from '@daftar/contract/webhooks';

/** All endpoints by noun, for mounting, the test matrix and the API reference. */
export const allEndpoints = {
  auth,
  'company-sign-in': companySignIn,
  scim,
  lookups,
  'payment-links': paymentLinks,
  invoices,
  customers,
  'customer-invoices': customerInvoices,
  'customer-page': customerPage,
  transactions,
  refunds,
  payouts,
  settlements,
  reserve,
  balance,
  'fee-invoices': feeInvoices,
  reports,
  chargebacks,
  approvals,
  tickets,
  products,
  categories,
  orders,
  simulator,
  events,
  'webhook-endpoints': webhookEndpoints,
  'request-log': requestLog,
  dashboard,
  notifications,
  ops,
  'ops-approvals': opsApprovals,
  'ops-balance': opsBalance,
  'ops-bank-statements': opsBankStatements,
  'ops-bank-transfers': opsBankTransfers,
  'ops-fee-invoices': opsFeeInvoices,
  'ops-kyc': opsKyc,
  'ops-ledger': opsLedger,
  'ops-merchants': opsMerchants,
  'ops-money': opsMoney,
  'ops-directory': opsDirectory,
  'ops-operators': opsOperators,
  'ops-platform': opsPlatform,
  'ops-processors': opsProcessors,
  'ops-reconciliation': opsReconciliation,
  'ops-write-offs': opsWriteOffs,
  'ops-cut-offs': opsCutOffs,
  'ops-suspense': opsSuspense,
  'ops-reserve': opsReserve,
  'ops-settlement-files': opsSettlementFiles,
  'ops-settlement-profiles': opsSettlementProfiles,
  'ops-discrepancies': opsDiscrepancies,
  'ops-overview': opsOverview,
  'ops-risk': opsRisk,
  'ops-risk-entries': opsRiskEntries,
  'ops-risk-reviews': opsRiskReviews,
  'ops-replies': opsReplies,
  'ops-status': opsStatus,
  'ops-tickets': opsTickets,
  'ops-volumes': opsVolumes,
  'ops-list-counts': opsListCounts,
  'ops-saved-views': opsSavedViews,
  'ops-screening': opsScreening,
  'ops-documents': opsDocuments,
  webhooks,
  audit,
  'saved-views': savedViews,
  push,
  'form-templates': formTemplates,
  search,
  team,
  profile,
  memberships,
  account,
  brand,
  domains,
  embedding,
  'api-keys': apiKeys,
  'key-requests': keyRequests,
  files,
  kyc,
} as const satisfies Record<string, Endpoints>;

type All = typeof allEndpoints;
type MerchantNoun = Exclude<keyof All, 'ops' | `ops-${string}`>;
type WriteOf<N extends keyof All> = {
  [K in keyof All[N]]: All[N][K] extends { method: 'GET' } ? never : K;
}[keyof All[N]];

// A writing call of merchants does not compile without its errors.
OPERATION_ERRORS satisfies {
  [N in MerchantNoun as WriteOf<N> extends never ? never : N]: Record<WriteOf<N>, readonly DocumentedKey[]>;
};
