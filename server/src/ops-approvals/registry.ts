/**
 * Executors of operators' requests. Each noun provides those of its kinds, so that this noun depends on none of them.
 */
import type { OpsApprovalKind } from '@daftar/contract/ops-approvals';
import type { App } from '../platform/context.ts';

/** A request that is being carried out. */
export interface ApprovedRequest {
  id: number;
  /** `merchant:7` */
  subject: string;
  merchantId: number | null;
  /** As the noun passed it to `askSecondOperator`, after serialisation to JSON. */
  change: unknown;
  /** The noun's own sealed bytes; empty without. */
  sealed: Buffer;
  reason: string;
  /** The e-mail of the requester, for the audit log. */
  askedBy: string;
}

/** The approver: an operator's e-mail, or `ops:` and the user of the command line. */
export interface Approver {
  actor: string;
  address?: string;
}

/**
 * Carries out a request. `app.db` is the transaction of the decision, which is written already. Throw an `AppError`
 * when it is no longer possible: everything is rolled back and the request continues to wait with that reason.
 */
export type Executor = (app: App, request: ApprovedRequest, by: Approver) => Promise<void>;

let executors: Readonly<Record<OpsApprovalKind, Executor>> | undefined;

/** Registers the executor of each kind; called once, by `operator-executors.ts`. */
export function registerExecutors(every: Readonly<Record<OpsApprovalKind, Executor>>): void {
  executors = every;
}

/** Returns the executor of a kind. */
export function executorOf(kind: OpsApprovalKind): Executor {
  if (!executors) throw new Error('operator-executors.ts is not loaded');
  return executors[kind];
}
