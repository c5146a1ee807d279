/**
 * Approval by a second operator, one mechanism for every kind.
 *
 * A noun that wants it:
 * 1. adds its kind with a permission to `OPS_APPROVAL_KINDS` (`contract/src/ops-approvals.ts`) and its name to
 *    `web/locales/en/ops.json` (`approvalKind.…`), those of new facts to `ops-approvals.json` (`fact.…`), and `ar`;
 * 2. calls `askSecondOperator(app, operator, …)`, in its own transaction if it has one (`{ ...app, db: tx }`);
 * 3. exports an `Executor` and names it in `server/src/operator-executors.ts`, which does not compile without. It runs in the
 *    transaction of the decision (`app.db`); an `AppError` that it throws leaves the request waiting, with the reason.
 *
 * Everything else (nobody approves their own, seven days, an asker who is gone, the list, the badge, the audit log, the
 * command line) is done here. Its pages show what waits for a subject with `<WaitingApprovals>`, and instead of what asks for it
 * with `<UnlessWaits>` (`web/ops/shared/waiting.tsx`).
 */
export { ChangedSince, WaitsAlready } from './errors.ts';
export { amountFact, textFact } from './facts.ts';
export type { Approver, Executor } from './registry.ts';
export { registerExecutors } from './registry.ts';
export {
  askSecondOperator,
  changeOf,
  endOldRequests,
  isWaiting,
  listWaitingChanges,
  listWaitingSubjects,
  partOf,
  sealedChangeOfPending,
} from './service.ts';
