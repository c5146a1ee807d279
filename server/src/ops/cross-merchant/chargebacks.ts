import { toPounds } from '@daftar/contract/money';
import type { OpsChargebackRow } from '@daftar/contract/ops-money';
import type { Paging } from '@daftar/contract/paging';
import { reasonIn, stepOf } from '../../chargebacks/service.ts';
import { findTyped } from '../../ops-lists/find.ts';
import { at, egp, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import { commonOf, momentOf } from './rows.ts';
import {
  type ChargebackFilters,
  type CrossMerchantChargeback,
  chargebackSource,
} from './store-chargebacks.ts';

/** Disputes of all merchants. */
export const chargebacks = opsList<
  Paging<'created_at' | 'due_date' | 'amount'>,
  ChargebackFilters,
  CrossMerchantChargeback,
  OpsChargebackRow
>({
  what: 'chargebacks',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, filters, 'CHB');
    return (through) => chargebackSource(through, paging, filters, found);
  },
  wireOf: (row, locale) => ({
    ...commonOf(row),
    reference: row.reference,
    transaction_id: row.transactionId,
    transaction_reference: row.transactionReference,
    name: row.name,
    amount: toPounds(row.amountPiastres),
    status: row.status,
    reason: reasonIn(locale, row.reason),
    answer: row.answer,
    answered_at: momentOf(row.answeredAt),
    due_date: row.dueAt.toISOString(),
    decided_at: momentOf(row.decidedAt),
    case_id: row.caseId,
    reason_code: row.reasonCode,
    stage: row.stage,
    origin: row.origin,
    history: row.history.map((step) => ({ ...stepOf(step), note: step.note })),
    decided_by_processor: row.decidedByProcessor,
    charged_amount: toPounds(row.chargedPiastres),
    refunded_amount: toPounds(row.refundedPiastres),
  }),
  cells: (say) => ({
    reference: (row) => row.reference,
    transaction: (row) => row.transaction_reference,
    ...merchantCells,
    payer: (row) => row.name,
    amount: (row) => egp(row.amount),
    status: (row) => say(`chargebackStatus.${row.status}`),
    stage: (row) => say(`chargebackStage.${row.stage}`),
    reason: (row) => row.reason,
    caseId: (row) => row.case_id,
    reasonCode: (row) => row.reason_code,
    due: (row) => at(row.due_date),
    answered: (row) => at(row.answered_at),
    decided: (row) => at(row.decided_at),
    ...momentCells(say),
  }),
});
