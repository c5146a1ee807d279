/** Approvals from the command line. Users with shell access need no second operator; their decisions are logged. */
import { OPS_APPROVAL_KIND_NAMES } from '@daftar/contract/ops-approvals';
import type { App } from '../platform/context.ts';
import { readPage } from '../platform/lists/page.ts';
import { approveRequest, declineRequest } from './decide.ts';
import * as lists from './store-list.ts';

const idOf = (typed: string | undefined): number | null =>
  typed && /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : null;

/** The command line is no operator, so no request is its own. */
const NOBODY = 0;

/** Lists waiting requests, one per line. */
async function listed(app: App): Promise<string> {
  const paging = { page: 1, pageSize: 100, sortBy: 'waiting', sortType: 'desc' } as const;
  const filters = { state: 'waiting' } as const;
  const now = app.clock.now();
  const waiting = lists.requestSource(app.db, paging, OPS_APPROVAL_KIND_NAMES, filters, now, NOBODY);
  const { rows } = await readPage<lists.ListedRequest>(app.db, paging, waiting);
  if (rows.length === 0) return 'Nothing waits';
  return rows
    .map(({ id, kind, name, askerEmail, reason }) => `${id}  ${kind}  ${name}  ${askerEmail}  ${reason}`)
    .join('\n');
}

/** Commands by the first argument of `npm run ops --`. @returns null when the arguments are wrong */
export const approvalCommands: Readonly<
  Record<string, (app: App, words: string[], actor: string) => Promise<string | null>>
> = {
  approvals: async (app) => listed(app),
  'approval-approve': async (app, [typed], actor) => {
    const id = idOf(typed);
    if (id === null) return null;
    await approveRequest(app, { shell: actor }, id);
    return `${id}: approved`;
  },
  'approval-decline': async (app, [typed, ...reason], actor) => {
    const id = idOf(typed);
    if (id === null || reason.join('').trim() === '') return null;
    await declineRequest(app, { shell: actor }, id, reason.join(' '));
    return `${id}: declined`;
  },
};
