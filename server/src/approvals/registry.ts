/** Executors of approved requests. Each noun registers its own kind, so that this noun depends on none of them. */
import type { ApprovalKind } from '@daftar/contract/approvals';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Approval } from './store.ts';

export type { Approval } from './store.ts';

/**
 * Carries out a request in one transaction with `write`, which records the decision and is called after the locks are
 * taken. If it throws, the request keeps waiting.
 */
export type Executor = (
  app: App,
  caller: Caller,
  request: Approval,
  write: (tx: Tx) => Promise<void>,
) => Promise<void>;

const executors = new Map<ApprovalKind, Executor>();

/** Registers the executor of a kind. Called when the noun's `index.ts` is loaded. */
export function onApproval(kind: ApprovalKind, executor: Executor): void {
  executors.set(kind, executor);
}

/** Returns the executor of a kind. */
export function executorOf(kind: ApprovalKind): Executor {
  const executor = executors.get(kind);
  if (!executor) throw new Error(`Nothing says what approving a ${kind} does`);
  return executor;
}
