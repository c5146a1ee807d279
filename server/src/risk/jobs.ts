import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { deleteBefore, inBatches } from '../platform/jobs/batches.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { DRY_RUN_JOB } from './service.ts';
import { endRun, findRun, runOn } from './store-dry-runs.ts';

/** Facts are kept a little longer than dry runs look back. */
const FACTS_DAYS = 100;
/** Number of attempts that one statement of a dry run examines. */
const ROWS = 500;
/** Maximum number of found attempts that are stored for inspection. */
const KEPT_ROWS = 1000;

/**
 * Runs a rule over past attempts, in short transactions; one that is interrupted, or takes too long for one job, is
 * continued.
 */
export async function runDry(app: App, { id }: { id: number }): Promise<void> {
  let last = ROWS;
  await inBatches(
    app,
    async (rows) => {
      last = await transaction(app.pool, (tx) => runOn(tx, id, rows, KEPT_ROWS));
      return last;
    },
    { rows: ROWS },
  );
  if (last < ROWS) return endRun(app.pool, id, 'done', app.clock.now());
  if ((await findRun(app.pool, id))?.state === 'running')
    await addJob(app.pool, DRY_RUN_JOB, { id }, { queue: DRY_RUN_JOB });
}

/** Deletes the facts of old attempts, and the rules' outcomes. */
export async function purgeFacts(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - FACTS_DAYS * 86_400_000);
  await deleteBefore(
    app,
    { table: 'risk_facts', key: ['merchant_id', 'attempt_id'], moment: 'created_at' },
    before,
  );
  await deleteBefore(
    app,
    { table: 'risk_matches', key: ['merchant_id', 'attempt_id', 'rule_id'], moment: 'at' },
    before,
  );
}

export const riskJobs: JobHandlers = { [DRY_RUN_JOB]: runDry };
