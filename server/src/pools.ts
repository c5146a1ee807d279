import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Breaker } from './platform/db/breaker.ts';
import { type ConnectOptions, connect, type Sql } from './platform/db/connect.ts';
import { PATIENT_SILENCE_MILLISECONDS, setPatientPools } from './platform/db/long-work.ts';
import { renewablePool } from './platform/db/renewable.ts';
import { Sockets } from './platform/db/sockets.ts';
import { Standby } from './platform/db/standby.ts';
import { WriteProbe } from './platform/db/write-probe.ts';

const limitsOf = (config: Config): ConnectOptions => ({
  max: config.databasePool,
  prepare: config.databasePrepare,
  connectTimeoutSeconds: 3,
  statementTimeoutMs: 15_000,
});

/** Opens a pool with the configured limits, for a tool. */
export function connectPool(config: Config, url: string): Sql {
  return connect(url, limitsOf(config));
}

/** The pool of a process that survives an outage of the database. */
export interface GuardedPool {
  sql: Sql;
  /** For rate limits only: each use is one short statement. */
  limitsPool: Sql;
  /** For statements that may take minutes (`patiently`). */
  patientPool: Sql;
  /** The same for executing a second operator's approvals. */
  decisionPool: Sql;
  /** The standby for reads; null without one. */
  standby: Standby | null;
  breaker: Breaker;
  /** Not started yet. */
  writes: WriteProbe;
  /** Sockets of other drivers, closed together with the pool's. */
  sockets: Sockets;
}

/** A request that counts a use may hold a connection of the main pool, so sharing that pool could deadlock. */
const LIMITS_POOL = 4;

/** Concurrent reports and imports; each may take minutes. */
const PATIENT_POOL = 4;

/** Concurrent approvals; in the same pool they would wait for minutes behind four imports. */
const DECISION_POOL = 2;

/** Twice the longest statement: 15 s at the database, after up to 10 s in a pooler. */
const SILENCE_MILLISECONDS = 30_000;

/** Time for statements to end on connections that were lost without our notice. */
const RENEWAL_SECONDS = 20;

/** Time for running reads to end after commits stopped. */
const STALL_SECONDS = 2;

/**
 * Creates a pool with the configured limits that fails at once, instead of waiting, while the database does not
 * answer. It listens by `directUrl`, because transaction poolers do not support LISTEN.
 */
export function connectGuardedPool(
  config: Config,
  url: string,
  log: Logger,
  { directUrl = url, ...options }: { directUrl?: string; patienceMilliseconds?: number } = {},
): GuardedPool {
  const limits = { ...limitsOf(config), silenceMs: SILENCE_MILLISECONDS };
  const pool = renewablePool(url, limits, directUrl);
  const limitsPool = renewablePool(url, { ...limits, max: LIMITS_POOL });
  const patientOf = (max: number) =>
    renewablePool(url, {
      ...limits,
      silenceMs: PATIENT_SILENCE_MILLISECONDS,
      max: Math.min(max, config.databasePool),
    });
  const [patientPool, decisionPool] = [patientOf(PATIENT_POOL), patientOf(DECISION_POOL)];
  setPatientPools(pool.sql, { work: patientPool.sql, decision: decisionPool.sql });
  const pools = [pool, limitsPool, patientPool, decisionPool];
  const standby =
    config.databaseReadUrl === null
      ? null
      : new Standby({ url: config.databaseReadUrl, limits, primary: limitsPool.sql, log });
  const renew = (graceSeconds: number) => {
    for (const each of pools) each.renew(graceSeconds);
  };
  const sockets = new Sockets();
  const breaker = new Breaker(url, {
    ...options,
    log,
    onOpen() {
      for (const each of pools) each.cut();
      sockets.cut();
      writes.drop();
    },
    onClose() {
      renew(0);
      writes.drop();
    },
    onBlip() {
      renew(RENEWAL_SECONDS);
      writes.drop();
    },
  });
  const writes = new WriteProbe(url, {
    log,
    breaker,
    // Writes would occupy every connection that reads need: they fail soon, while reads go on. The probe keeps its own
    // connection, whose commit may be the first to return.
    onStall: () => renew(STALL_SECONDS),
  });
  return {
    sql: pool.sql,
    limitsPool: limitsPool.sql,
    patientPool: patientPool.sql,
    decisionPool: decisionPool.sql,
    standby,
    breaker,
    writes,
    sockets,
  };
}
