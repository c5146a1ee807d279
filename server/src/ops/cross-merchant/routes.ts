import { type ChargebackDecision, opsMoney as endpoints } from '@daftar/contract/ops-money';
import type { FastifyInstance } from 'fastify';
import { bookCost } from '../../acquirer-costs/service.ts';
import { listEvidence } from '../../chargebacks/answer.ts';
import {
  decideChargeback,
  moveChargeback,
  openChargeback,
  takeDecisionBack,
} from '../../chargebacks/decide.ts';
import { askWon } from '../../chargebacks/won.ts';
import { endPayout } from '../../payouts/end.ts';
import { askReturn } from '../../payouts/return.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { paySettlement } from '../../settlements/pay.ts';
import { authorOf } from '../by.ts';
import { chargebacks } from './chargebacks.ts';
import { payouts } from './payouts.ts';
import { refunds } from './refunds.ts';
import * as service from './service.ts';
import { settlements } from './settlements.ts';
import { listAccountNames } from './store-transactions.ts';
import { transactions, unanswered } from './transactions.ts';

/** Returns an operator's decision about a dispute, from the form. */
const decidingOf = ({ answered_at: readAnswer, reason, even_though_due = false }: ChargebackDecision) => ({
  readAnswer,
  reason,
  unlessDue: !even_though_due,
});

/** Mounts the console's lists of transactions, refunds and so on; only the nouns' services move money. */
export function registerMoney(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    transactions: ({ app, operator, query }) => transactions.page(app, operator, query.paging, query.filters),
    exportTransactions: ({ app, operator, query }) =>
      transactions.file(app, operator, query.paging, query.filters),
    transactionAccounts: async ({ app }) => ({ data: await listAccountNames(app.db) }),
    unanswered: ({ app, operator, query }) => unanswered.page(app, operator, query.paging, query.filters),
    exportUnanswered: ({ app, operator, query }) =>
      unanswered.file(app, operator, query.paging, query.filters),
    transaction: async ({ app, operator, params }) => ({
      data: await service.readTransaction(app, operator, params),
    }),
    acquirerCosts: async ({ app, params }) => ({ data: await service.readCosts(app, params) }),
    bookAcquirerCost: async ({ app, operator, params, body }) => {
      const { kind, direction, reference } = body;
      const sign = direction === 'charged' ? 1 : -1;
      const isNew = await bookCost(
        app,
        { merchantId: params.merchantId, transactionId: params.id },
        {
          kind,
          amountPiastres: sign * body.amount,
          vatPiastres: body.vat === null || body.vat === undefined ? null : sign * body.vat,
          reference,
          ...authorOf(operator),
        },
      );
      return { message: { key: isNew ? 'acquirer-costs.booked' : 'acquirer-costs.bookedBefore' } };
    },
    openChargeback: async ({ app, operator, params, body }) => {
      await service.requireTransaction(app, params);
      const ref = { merchantId: params.merchantId, transactionId: params.id };
      const opening = {
        amountPiastres: body.amount ?? undefined,
        reason: body.reason,
        caseId: body.case_id,
        reasonCode: body.reason_code,
        stage: body.stage,
        dueDay: body.due_date ?? undefined,
        actor: operator.email,
      };
      const reference = await openChargeback(app, ref, opening);
      return { data: { reference }, message: { key: 'ops.chargebackOpened', params: { reference } } };
    },
    refunds: ({ app, operator, query }) => refunds.page(app, operator, query.paging, query.filters),
    exportRefunds: ({ app, operator, query }) => refunds.file(app, operator, query.paging, query.filters),
    chargebacks: ({ app, operator, query }) => chargebacks.page(app, operator, query.paging, query.filters),
    exportChargebacks: ({ app, operator, query }) =>
      chargebacks.file(app, operator, query.paging, query.filters),
    evidence: async ({ app, params }) => ({ data: [...(await listEvidence(app, params))] }),
    evidenceFile: ({ app, params, query }) => service.readEvidence(app, params, query.size),
    applyChargeback: async ({ app, operator, params, body }) => {
      await decideChargeback(app, params, 'applied', operator.email, decidingOf(body));
      return { message: { key: 'ops.chargebackApplied' } };
    },
    withdrawChargeback: async ({ app, operator, params, body }) => {
      await askWon(app, operator, params, decidingOf(body));
      return { message: { key: 'ops-approvals.asked' } };
    },
    moveChargeback: async ({ app, operator, params, body }) => {
      const { stage, reason_code: reasonCode, due_date: due } = body;
      const to = { stage, reasonCode, dueDay: due ?? undefined, actor: operator.email };
      await moveChargeback(app, params, to);
      return { message: { key: 'ops.chargebackMoved' } };
    },
    takeBackChargeback: async ({ app, operator, params, body }) => {
      await takeDecisionBack(app, params, { reason: body.reason, actor: operator.email });
      return { message: { key: 'ops.chargebackTakenBack' } };
    },
    payouts: ({ app, operator, query }) => payouts.page(app, operator, query.paging, query.filters),
    exportPayouts: ({ app, operator, query }) => payouts.file(app, operator, query.paging, query.filters),
    handOverPayout: async ({ app, operator, params }) => {
      await endPayout(app, params, { state: 'handed-over', actor: operator.email });
      return { message: { key: 'ops.payoutHandedOver' } };
    },
    returnPayout: async ({ app, operator, params, body }) => {
      await askReturn(app, operator, params, body.reason);
      return { message: { key: 'ops-approvals.asked' } };
    },
    settlements: ({ app, operator, query }) => settlements.page(app, operator, query.paging, query.filters),
    exportSettlements: ({ app, operator, query }) =>
      settlements.file(app, operator, query.paging, query.filters),
    runSettlements: async ({ app, operator, body }) => {
      const made = await service.runSettlements(app, operator, body.merchant_id ?? undefined);
      return { data: { made }, message: { key: 'ops.settlementsMade', params: { count: made } } };
    },
    paySettlement: async ({ app, operator, params, body }) => {
      const { bank_reference: bankReference, already_transferred: alreadyTransferred = false } = body;
      await paySettlement(app, params, { bankReference, alreadyTransferred, actor: operator.email });
      return { message: { key: 'ops.settlementPaid' } };
    },
  });
}
