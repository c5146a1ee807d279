/** Saved views of the console's lists, for oneself or for all operators: filters, order and columns. */
import * as z from 'zod/mini';
import { defineEndpoints, type Endpoint } from './endpoint.ts';
import { Created, data, done } from './envelope.ts';
import { canBeAsked, ViewName, ViewPeriod, ViewQuery, ViewRename } from './list-view.ts';
import { opsApprovals } from './ops-approvals.ts';
import { opsBankStatements } from './ops-bank-statements.ts';
import { opsBankTransfers } from './ops-bank-transfers.ts';
import { opsCutOffs } from './ops-cut-offs.ts';
import { opsDocuments } from './ops-documents.ts';
import { opsFeeInvoices } from './ops-fee-invoices.ts';
import { opsKyc } from './ops-kyc.ts';
import { opsLedger } from './ops-ledger.ts';
import { opsMerchants } from './ops-merchants.ts';
import { opsMoney } from './ops-money.ts';
import { opsOperators } from './ops-operators.ts';
import { opsPlatform } from './ops-platform.ts';
import { opsProcessors } from './ops-processors.ts';
import { opsReconciliation } from './ops-reconciliation.ts';
import { opsReserve } from './ops-reserve.ts';
import { opsRisk } from './ops-risk.ts';
import { opsRiskEntries } from './ops-risk-entries.ts';
import { opsRiskReviews } from './ops-risk-reviews.ts';
import type { OperatorPermission } from './ops-roles.ts';
import { opsScreening } from './ops-screening.ts';
import { opsSettlementFiles } from './ops-settlement-files.ts';
import { opsSuspense } from './ops-suspense.ts';
import { opsTickets } from './ops-tickets.ts';
import type { ListQuerySchema } from './paging.ts';
import { DAY_PERIODS } from './periods.ts';
import { IdParams, Switch, storable } from './text.ts';

/** Lists that have views, by the names under which screens store their state. */
export const OPS_VIEW_LISTS = {
  'ops-approvals': opsApprovals.list,
  'ops-audit': opsPlatform.audit,
  'ops-bank-batches': opsBankStatements.batches,
  'ops-bank-statements': opsBankStatements.files,
  'ops-bank-transfers': opsBankTransfers.batches,
  'ops-breaks': opsReconciliation.breaks,
  'ops-chargebacks': opsMoney.chargebacks,
  'ops-cut-offs': opsCutOffs.list,
  'ops-suspense': opsSuspense.movements,
  'ops-documents': opsDocuments.list,
  'ops-due-transfers': opsBankTransfers.due,
  'ops-fee-invoices': opsFeeInvoices.list,
  'ops-kyc': opsKyc.queue,
  'ops-ledger': opsLedger.transfers,
  'ops-merchants': opsMerchants.list,
  'ops-operators': opsOperators.list,
  'ops-payouts': opsMoney.payouts,
  'ops-processor-notifications': opsProcessors.notifications,
  'ops-refunds': opsMoney.refunds,
  'ops-reserve-items': opsReserve.items,
  'ops-risk-entries': opsRiskEntries.list,
  'ops-risk-reviews': opsRiskReviews.list,
  'ops-risk-rules': opsRisk.rules,
  'ops-screening': opsScreening.hits,
  'ops-settlement-files': opsSettlementFiles.files,
  'ops-settlements': opsMoney.settlements,
  'ops-tickets': opsTickets.list,
  'ops-transactions': opsMoney.transactions,
  'ops-unanswered': opsMoney.unanswered,
} as const satisfies Record<string, Endpoint & { query: ListQuerySchema }>;
export type OpsViewList = keyof typeof OPS_VIEW_LISTS;
const LISTS = Object.keys(OPS_VIEW_LISTS) as OpsViewList[];

/** Maximum number of views per operator, and of shared ones. */
export const OPS_VIEWS_MAXIMUM = 100;
/** The permission to share a view with all operators, and to rename or delete views shared by others. */
export const MAY_SHARE_OPS_VIEWS: OperatorPermission = 'ops:operators';

/** Column ids in order, separated by spaces, with a dash before a hidden one; null: the list's default columns. */
const Columns = z.nullable(z.string().check(z.maxLength(1000), z.refine(storable, { error: 'Invalid' })));

export const OpsSavedViewForm = z
  .object({
    list: z.enum(LISTS, { error: 'Invalid' }),
    name: ViewName,
    query: ViewQuery,
    /** Replaces the dates of the list's range. */
    period: ViewPeriod,
    columns: z.optional(Columns),
    /** True: all operators who may see the list can use it. */
    is_shared: z._default(Switch, false),
  })
  .check(
    z.refine(({ list, query }) => canBeAsked(OPS_VIEW_LISTS[list].query, query), {
      error: 'Invalid',
      path: ['query'],
    }),
  );
export type OpsSavedViewForm = z.output<typeof OpsSavedViewForm>;

export const OpsSavedView = z.object({
  id: z.number(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  period: z.nullable(z.enum(DAY_PERIODS)),
  columns: Columns,
  is_shared: z.boolean(),
  /** True: saved by the caller. */
  is_mine: z.boolean(),
  /** The address of the operator who saved it. */
  saved_by: z.string(),
});
export type OpsSavedView = z.output<typeof OpsSavedView>;

export const opsSavedViews = defineEndpoints({
  /** Lists the caller's views of a list, and the shared ones if the caller may see the list, by name. */
  list: {
    method: 'GET',
    path: '/ops/saved-views',
    base: 'fixed',
    access: 'operator',
    query: z.object({ list: z.enum(LISTS, { error: 'Invalid' }) }),
    reply: data(z.array(OpsSavedView)),
  },
  create: {
    method: 'POST',
    path: '/ops/saved-views',
    base: 'fixed',
    access: 'operator',
    body: OpsSavedViewForm,
    reply: data(Created),
  },
  rename: {
    method: 'PATCH',
    path: '/ops/saved-views/:id',
    base: 'fixed',
    access: 'operator',
    params: IdParams,
    body: ViewRename,
    reply: done,
  },
  delete: {
    method: 'DELETE',
    path: '/ops/saved-views/:id',
    base: 'fixed',
    access: 'operator',
    params: IdParams,
    reply: done,
  },
});
