/** Requests for approval as the portal shows them. */
import type { ApprovalRow } from '@daftar/contract/approvals';
import { maskIban } from '@daftar/contract/egypt';
import { toPounds } from '@daftar/contract/money';
import { ownOf } from '../integration-fields/fields.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Page } from '../platform/lists/page.ts';
import { kindsOf, stateAt } from './rules.ts';
import * as lists from './store-list.ts';

const settingsOf = (change: Record<string, unknown> | null) => ({
  enabled: change?.enabled === true,
  refund_above: toPounds(Number(change?.refundAbovePiastres ?? 0)),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
/** Requests of earlier releases lack these fields. */
const detailsOf = (change: Record<string, unknown> | null) => ({
  latin_name: textOf(change?.latinName),
  town: textOf(change?.town),
  bank_branch: textOf(change?.bankBranch),
});

const rowOf = (caller: Caller, now: Date, row: lists.ListedApproval): ApprovalRow => ({
  id: row.id,
  kind: row.kind,
  state: stateAt(row, now),
  amount: toPounds(row.amountPiastres),
  currency: 'EGP',
  transaction_id: row.transactionId,
  transaction_reference: row.transactionReference,
  reason: row.reason,
  bank_account:
    row.iban === ''
      ? null
      : { account_name: row.accountName, bank_name: row.bankName, iban: maskIban(row.iban) },
  bank_account_details: row.kind === 'bank-account' ? detailsOf(row.change) : null,
  requested_by: row.requestedByName,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  decided_by: row.decidedByName,
  decided_at: row.decidedAt?.toISOString() ?? null,
  decline_reason: row.declineReason,
  by_key: row.requestedKeyId !== null,
  first_yes_by: row.firstYesByName,
  settings: row.kind === 'settings' ? settingsOf(row.change) : null,
  mine: row.requestedBy === caller.userId && row.requestedKeyId === null,
  ...ownOf(row),
});

/** Lists one page of the requests of kinds for which the caller has the permission. */
export async function listApprovals(
  app: App,
  caller: Caller,
  paging: lists.ListPaging,
  { q, ...filters }: Omit<lists.ListFilters, 'named'> & { q?: string | undefined },
): Promise<Page<ApprovalRow>> {
  const now = app.clock.now();
  const named = await lists.findNamed(app.db, caller, q);
  const kinds = kindsOf(caller.permissions);
  const { rows, meta } = await lists.listApprovals(
    app.db,
    caller,
    kinds,
    paging,
    { ...filters, named },
    caller.userId,
    now,
  );
  return { rows: rows.map((row) => rowOf(caller, now, row)), meta };
}

/** Counts by state the requests of kinds for which the caller has the permission. */
export const countByState = (app: App, caller: Caller) =>
  lists.countByState(app.db, caller, kindsOf(caller.permissions), app.clock.now());

/** Counts the requests that the caller may decide on now, up to a bound; never their own. */
export function countWaitingFor(app: App, caller: Caller, bound: number): Promise<number> {
  return lists.countWaitingFor(
    app.db,
    caller,
    kindsOf(caller.permissions),
    caller.userId,
    app.clock.now(),
    bound,
  );
}

/** Lists the refund requests of a payment that have not become a refund, newest first. */
export async function requestsOf(app: App, caller: Caller, transactionId: number): Promise<ApprovalRow[]> {
  const rows = await lists.listOfTransaction(app.db, caller, transactionId);
  return rows.map((row) => rowOf(caller, app.clock.now(), row));
}

/** Returns one request as the caller sees it. */
export async function getRow(app: App, caller: Caller, id: number): Promise<ApprovalRow> {
  return rowOf(caller, app.clock.now(), await lists.getListed(app.db, caller, id));
}
