/** What approving a request of operators does: each noun registers its kinds, so that this noun depends on none of them. */
import type { OpsApprovalKind } from '@daftar/contract/ops-approvals';
import type { App } from '../platform/context.ts';

/** A request that is being carried out. */
export interface ApprovedRequest {
  id: number;
  /** `merchant:7` */
  subject: string;
  merchantId: number | null;
  /** As the noun handed it to `askSecondOperator`, after a trip through JSON. */
  change: unknown;
  /** The noun's own sealed bytes; empty without. */
  sealed: Buffer;
  reason: string;
  /** The e-mail of who asked, for the audit log. */
  askedBy: string;
}

/** Who approves: an operator's e-mail, or `ops:` and the user of the command line. */
export interface Approver {
  actor: string;
  address?: string;
}

/**
 * Carries out a request. `app.db` is the transaction of the decision, which is written already. Throw an `AppError` when it
 * is not possible any more: everything is rolled back and the request goes on waiting with that reason.
 */
export type Executor = (app: App, request: ApprovedRequest, by: Approver) => Promise<void>;

const executors = new Map<OpsApprovalKind, Executor>();

/** Registers what approving a kind does. Called when the noun's module is loaded. */
export function onOperatorApproval(kind: OpsApprovalKind, executor: Executor): void {
  executors.set(kind, executor);
}

/** @throws Error for a kind that nothing registered */
export function executorOf(kind: OpsApprovalKind): Executor {
  const executor = executors.get(kind);
  if (!executor) throw new Error(`Nothing says what approving ${kind} does`);
  return executor;
}
