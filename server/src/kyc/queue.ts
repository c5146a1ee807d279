/** Activation requests as operators list them. */
import { type ActivationRequest, REVIEW_HOURS } from '@daftar/contract/ops-kyc';
import type { Paging } from '@daftar/contract/paging';
import { at, opsList } from '../ops-lists/list.ts';
import type { App } from '../platform/context.ts';
import * as store from './store.ts';

/** Returns the time before which a submission counts as late. */
const lateBefore = ({ clock }: App) => new Date(clock.now().getTime() - REVIEW_HOURS * 3_600_000);

/** The list of requests of a state, by default those that wait, as a page and as a file. */
export const activationRequests = opsList<
  Paging<'submitted_at'>,
  store.RequestFilters,
  store.RequestRow,
  ActivationRequest,
  Date
>({
  what: 'activations',
  find: (app, _paging, filters) => (db) => store.requestSource(db, filters, lateBefore(app)),
  ready: lateBefore,
  wireOf: (row, _locale, _operator, late) => ({
    id: row.id,
    name: row.businessName,
    email: row.email,
    state: row.state,
    business_type: row.businessType,
    submitted_at: row.submittedAt.toISOString(),
    is_late: row.state === 'submitted' && row.submittedAt < late,
    decided_at: row.decidedAt?.toISOString() ?? null,
  }),
  cells: (say) => ({
    merchant: (row) => row.name,
    merchantId: (row) => row.id,
    email: (row) => row.email,
    businessType: (row) => say(`ops.businessType.${row.business_type}`),
    status: (row) => say(`ops.requestState.${row.state}`),
    submitted: (row) => at(row.submitted_at),
    decided: (row) => at(row.decided_at),
  }),
});
