import { accountSamples, applicantOf, webhookOf } from './samples-account.ts';
import { approvalSamples } from './samples-approvals.ts';
import { bankStatementSamples } from './samples-bank-statements.ts';
import {
  chargebackOf,
  creditNoteOf,
  evidenceOf,
  feeInvoiceOf,
  moneySamples,
  paymentOf,
  payoutOf,
  settlementToBankOf,
} from './samples-money.ts';
import { opsSamples } from './samples-ops.ts';
import { payablesSamples } from './samples-payables.ts';
import { peopleSamples } from './samples-people.ts';
import { processorSamples } from './samples-processors.ts';
import { reconciliationSamples } from './samples-reconciliation.ts';
import { reportSamples } from './samples-reports.ts';
import { riskSamples } from './samples-risk.ts';
import { storeSamples } from './samples-store.ts';
import { ticketSamples } from './samples-tickets.ts';
import { transferSamples } from './samples-transfers.ts';
import type { Sample } from './world.ts';

export type { Sample, World } from './world.ts';

/** A period of the overview. */
const period = { query: { date_from: '2026-06-01', date_to: '2026-06-30' } };
const overviewSamples: Record<string, Sample> = {
  'dashboard.sales': period,
  'ops-overview.figures': period,
  'ops-overview.merchants': period,
};

/** A valid request to each endpoint, by `noun.endpoint`, as in `allEndpoints`. */
export const samples: Record<string, Sample> = {
  ...overviewSamples,
  ...storeSamples,
  ...ticketSamples,
  ...payablesSamples,
  ...moneySamples,
  ...peopleSamples,
  ...accountSamples,
  'lookups.exchangeRate': { query: { code: 'USD' } },
  'ops.login': {
    body: ({ actor }) => ({ email: actor.email, password: 'Secret1$x', code: '123456' }),
  },
  'ops.beginCompany': { body: ({ actor }) => ({ email: actor.email, code: '123456' }) },
  'ops.finishCompany': { body: () => ({ state: 'unknown', code: 'unknown' }) },
  ...opsSamples({
    paymentOf,
    chargebackOf,
    settlementToBankOf,
    payoutOf,
    webhookOf,
    applicantOf,
    evidenceOf,
  }),
  'ops-fee-invoices.creditNotePdf': {
    params: async (world) => ({
      merchantId: world.actor.merchantId,
      id: (await creditNoteOf(world)).id,
    }),
  },
  'ops-fee-invoices.pdf': {
    params: async (world) => ({
      merchantId: world.actor.merchantId,
      id: (await feeInvoiceOf(world)).id,
    }),
  },
  ...processorSamples(paymentOf),
  ...approvalSamples,
  ...reconciliationSamples,
  ...bankStatementSamples,
  ...transferSamples,
  ...reportSamples,
  ...riskSamples,
  'search.find': { query: { q: 'rent' } },
};
