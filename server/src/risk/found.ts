/** The payments found by a dry run of a rule, as a list of the console. */
import { toPounds } from '@daftar/contract/money';
import type { RISK_FOUND, RiskDryRunRow } from '@daftar/contract/ops-risk';
import type { Paging } from '@daftar/contract/paging';
import { findTyped } from '../ops-lists/find.ts';
import { at, egp, merchantCells, opsList } from '../ops-lists/list.ts';
import { RiskNotFound } from './errors.ts';
import * as runs from './store-dry-runs.ts';

const becameOf = ({ is_paid, is_disputed }: RiskDryRunRow): (typeof RISK_FOUND)[number] =>
  is_disputed ? 'disputed' : is_paid ? 'paid' : 'unpaid';

/** The list of payments found by the dry run `run_id`. @throws RiskNotFound */
export const dryRunList = opsList<
  Paging<'created_at' | 'amount'>,
  runs.FoundFilters & { run_id: number },
  runs.FoundRow,
  RiskDryRunRow
>({
  what: 'risk-dry-run',
  find: async ({ db }, paging, filters) => {
    const run = await runs.findRun(db, filters.run_id);
    if (!run) throw new RiskNotFound();
    const named = await findTyped(db, filters.q, { mode: 'any' });
    return (through) => runs.foundSource(through, run.id, paging, filters, named);
  },
  wireOf: (row) => ({
    id: row.id,
    merchant: { id: row.merchantId, name: row.merchantName },
    transaction_id: row.transactionId,
    reference: row.reference,
    amount: toPounds(row.amountPiastres),
    created_at: row.createdAt.toISOString(),
    is_paid: row.isPaid,
    is_disputed: row.isDisputed,
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    ...merchantCells,
    amount: (row) => egp(row.amount),
    status: (row) => say(`ops.riskBecame.${becameOf(row)}`),
    created: (row) => at(row.created_at),
  }),
});
