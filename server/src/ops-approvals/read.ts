/** Requests as the console shows them. */
import type {
  OpsApproval,
  OpsApprovalKind,
  OpsApprovalRow,
  WaitingSubject,
} from '@daftar/contract/ops-approvals';
import type { Paging } from '@daftar/contract/paging';
import { describeFile, readFile } from '../files/index.ts';
import { at, egp, opsList } from '../ops-lists/list.ts';
import type { App, Operator } from '../platform/context.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { RequestNotFound } from './errors.ts';
import { kindsOf } from './rules.ts';
import * as lists from './store-list.ts';

const rowOf = (row: lists.ListedRequest, operatorId: number, locale: Locale): OpsApprovalRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  subject: row.subject,
  name: row.name,
  merchant: row.merchantId === null ? null : { id: row.merchantId, name: row.merchantName ?? '' },
  amount: row.amount,
  reason: row.reason,
  asked_by: row.askerEmail,
  is_own: row.askedBy === operatorId,
  created_at: row.askedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  decided_by: row.decidedBy,
  decided_at: row.decidedAt?.toISOString() ?? null,
  note: row.note,
  trouble: row.trouble && translate(locale, row.trouble),
});

/** The list of requests that the operator's role may see. */
export const requests = opsList<
  Paging<'waiting' | 'created_at' | 'kind'>,
  lists.RequestFilters,
  lists.ListedRequest,
  OpsApprovalRow
>({
  what: 'approvals',
  find: ({ clock }, paging, filters, operator) => {
    const now = clock.now();
    const kinds = kindsOf(filters.to_decide ? operator.permissions : operator.reads);
    return (db) => lists.requestSource(db, paging, kinds, filters, now, operator.operatorId);
  },
  wireOf: (row, locale, { operatorId }) => rowOf(row, operatorId, locale),
  cells: (say) => ({
    kind: (row) => say(`ops.approvalKind.${row.kind}`),
    name: (row) => row.name,
    merchantId: (row) => row.merchant?.id ?? null,
    amount: (row) => egp(row.amount),
    reason: (row) => row.reason,
    status: (row) => say(`ops.approvalState.${row.state}`),
    askedBy: (row) => row.asked_by,
    decidedBy: (row) => row.decided_by ?? '',
    decided: (row) => at(row.decided_at),
    note: (row) => row.note,
    created: (row) => at(row.created_at),
  }),
});

/** Counts other operators' requests that the operator may decide. */
export const countWaiting = (app: App, { permissions, operatorId }: Operator): Promise<number> =>
  lists.countWaiting(app.db, kindsOf(permissions), operatorId, app.clock.now());

/** Lists the waiting requests of a kind or subject, of the kinds that the operator's role may see. */
export const listSubjects = (
  app: App,
  { reads }: Operator,
  of: { kind?: OpsApprovalKind | undefined; subject?: string | undefined },
): Promise<WaitingSubject[]> => lists.listSubjects(app.db, kindsOf(reads), of, app.clock.now());

/** Reads a request with its changes. @throws RequestNotFound */
export async function readRequest(app: App, operator: Operator, id: number): Promise<OpsApproval> {
  const row = await getListed(app, operator, id);
  const { merchantId } = row;
  const papers = merchantId === null ? [] : row.papers.map((path) => describeFile(app, { merchantId }, path));
  return {
    ...rowOf(row, operator.operatorId, operator.locale),
    facts: row.facts,
    papers: (await Promise.all(papers)).map(({ name }, at) => ({ place: at + 1, name })),
  };
}

/** Reads a document of a request. `place`: from 1. @throws RequestNotFound */
export async function readPaper(
  app: App,
  operator: Operator,
  { id, place }: { id: number; place: number },
): Promise<FileResult> {
  const { papers, merchantId } = await getListed(app, operator, id);
  const path = papers[place - 1];
  if (path === undefined || merchantId === null) throw new RequestNotFound();
  const { content, type, name } = await readFile(app, { merchantId }, path);
  // A PDF may contain scripts, so it is only downloaded, or shown by a page that fetched its bytes.
  return {
    content,
    contentType: type,
    fileName: name,
    inline: type.startsWith('image/'),
  };
}

async function getListed(app: App, operator: Operator, id: number): Promise<lists.FullRequest> {
  const row = await lists.findListed(app.db, kindsOf(operator.reads), id, app.clock.now());
  if (!row) throw new RequestNotFound();
  return row;
}
