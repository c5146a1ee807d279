import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Breaker } from '../db/breaker.ts';
import type { Sql } from '../db/connect.ts';
import { copiesOf } from '../db/copies.ts';
import type { WriteProbe } from '../db/write-probe.ts';
import { depthByTask, type QueueDepth, queueDepth } from '../jobs/depth.ts';
import type { Pulse } from '../jobs/pulse.ts';
import { processMetrics } from '../metrics.ts';
import { createCopiesMetrics } from './copies-metrics.ts';

/** Metrics of this process and of the queue, as Prometheus text. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** Counts a request. */
  observe(labels: { method: string; route: string; status: number }, seconds: number): void;
}

const NO_DEPTH: QueueDepth = { waiting: 0, oldestSeconds: 0, failing: 0, givenUp: 0 };

interface Measured {
  /** The job queues of this process (default: none). */
  queues?: readonly Pulse[];
  writes?: Pick<WriteProbe, 'stalled'>;
  /**
   * Returns for each channel how many seconds its oldest waiting message has waited since another was last sent
   * (default: not reported).
   */
  outboxAge?: (sql: Sql) => Promise<Record<string, number>>;
  /**
   * Returns for each account how many seconds its most overdue payment should already have been asked about (default:
   * not reported).
   */
  oldestUnasked?: (sql: Sql) => Promise<Record<string, number>>;
  /** Returns the amount that each account at a processor owes us, in piastres (default: not reported). */
  openBalances?: (sql: Sql) => Promise<Record<string, number>>;
  /** Returns the live payments of the last minutes that have a result, by method (default: not reported). */
  payments?: (sql: Sql) => Promise<{ method: string; succeeded: number; failed: number; piastres: number }[]>;
  /**
   * Returns the unreconciled amount of each account in piastres, and the age of its oldest break in seconds (default:
   * not reported).
   */
  openBreaks?: (sql: Sql) => Promise<Record<string, { piastres: number; oldestSeconds: number }>>;
}

/** Creates the metrics of a process. A scrape runs eight queries, or none while the database is known to be down. */
export function createMetrics(
  sql: Sql,
  breaker: Pick<Breaker, 'open'>,
  {
    queues = [],
    writes = { stalled: false },
    outboxAge = async () => ({}),
    oldestUnasked = async () => ({}),
    openBalances = async () => ({}),
    openBreaks = async () => ({}),
    payments = async () => [],
  }: Measured = {},
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const databaseUp = gauge(
    'daftar_database_up',
    'Whether the database answers (1) or requests are refused (0)',
  );
  const databaseWrites = gauge(
    'daftar_database_writes',
    'Whether the database commits (1) or what would write is refused (0)',
  );
  const depths: Record<keyof QueueDepth, Gauge> = {
    waiting: gauge('daftar_jobs_waiting', 'Jobs that are due and not yet taken'),
    oldestSeconds: gauge('daftar_jobs_oldest_seconds', 'How long the longest waiting job has been due'),
    failing: gauge('daftar_jobs_failing', 'Jobs that failed and will be tried again'),
    givenUp: gauge('daftar_jobs_given_up', 'Jobs that were tried as often as they may be'),
  };
  const silence = new Gauge({
    name: 'daftar_queue_silent_seconds',
    help: 'How long ago a queue of this process last looked for jobs, by queue',
    labelNames: ['queue'],
    registers,
  });
  const outbox = new Gauge({
    name: 'daftar_outbox_oldest_seconds',
    help: 'How long a message has waited since another of its channel last left, by channel',
    labelNames: ['channel'],
    registers,
  });
  const unasked = new Gauge({
    name: 'daftar_processor_oldest_unasked_seconds',
    help: 'For how long the most overdue payment should have been asked about, by account (0: the sandbox)',
    labelNames: ['account'],
    registers,
  });
  const owed = new Gauge({
    name: 'daftar_processor_open_balance_piastres',
    help: 'What the processor owes us of the payments of an account, less refunds, lost chargebacks, its costs and what it transferred',
    labelNames: ['account'],
    registers,
  });
  const account = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['account'], registers });
  const unexplained = account(
    'daftar_reconciliation_open_piastres',
    'The value of the open breaks of an account, those below zero counted as above',
  );
  const oldestBreak = account(
    'daftar_reconciliation_oldest_seconds',
    'How long ago the oldest open break of an account was found',
  );
  const task = (name: string, help: string) => new Gauge({ name, help, labelNames: ['task'], registers });
  const taskWaiting = task('daftar_task_waiting', 'Jobs of a task that are due and not yet taken');
  const taskOldest = task(
    'daftar_task_oldest_seconds',
    'How long the longest waiting job of a task that was never tried has been due',
  );
  const recent = new Gauge({
    name: 'daftar_payments_recent',
    help: 'Live payments begun within five minutes that are decided, by method and outcome',
    labelNames: ['method', 'outcome'],
    registers,
  });
  const recentPiastres = new Gauge({
    name: 'daftar_payments_recent_piastres',
    help: 'What those of them that succeeded charged, in piastres, by method',
    labelNames: ['method'],
    registers,
  });
  const tellCopies = createCopiesMetrics(registers);
  const look = async () => {
    for (const { name, silentSeconds } of queues) silence.set({ queue: name }, silentSeconds);
    const depth = breaker.open ? null : await queueDepth(sql).catch(() => null);
    outbox.reset();
    const ages = depth && (await outboxAge(sql).catch(() => null));
    for (const [channel, seconds] of Object.entries(ages ?? {})) outbox.set({ channel }, seconds);
    unasked.reset();
    const overdue = depth && (await oldestUnasked(sql).catch(() => null));
    for (const [account, seconds] of Object.entries(overdue ?? {})) unasked.set({ account }, seconds);
    owed.reset();
    const balances = depth && (await openBalances(sql).catch(() => null));
    for (const [account, piastres] of Object.entries(balances ?? {})) owed.set({ account }, piastres);
    unexplained.reset();
    oldestBreak.reset();
    const breaks = depth && (await openBreaks(sql).catch(() => null));
    for (const [at, { piastres, oldestSeconds }] of Object.entries(breaks ?? {})) {
      unexplained.set({ account: at }, piastres);
      oldestBreak.set({ account: at }, oldestSeconds);
    }
    taskWaiting.reset();
    taskOldest.reset();
    for (const each of (depth && (await depthByTask(sql).catch(() => null))) ?? []) {
      taskWaiting.set({ task: each.task }, each.waiting);
      taskOldest.set({ task: each.task }, each.oldestSeconds);
    }
    recent.reset();
    recentPiastres.reset();
    for (const each of (depth && (await payments(sql).catch(() => null))) ?? []) {
      recent.set({ method: each.method, outcome: 'succeeded' }, each.succeeded);
      recent.set({ method: each.method, outcome: 'failed' }, each.failed);
      recentPiastres.set({ method: each.method }, each.piastres);
    }
    tellCopies(depth && (await copiesOf(sql).catch(() => null)));
    databaseUp.set(depth === null ? 0 : 1);
    databaseWrites.set(writes.stalled ? 0 : 1);
    // Without a database the figures would be outdated: they are zero beside `daftar_database_up 0`.
    for (const [name, each] of Object.entries(depths))
      each.set((depth ?? NO_DEPTH)[name as keyof QueueDepth]);
  };
  return {
    contentType: registry.contentType,
    async text() {
      await look();
      return Registry.merge([registry, processMetrics]).metrics();
    },
    observe: (labels, seconds) => durations.observe(labels, seconds),
  };
}
