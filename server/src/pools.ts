import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Breaker } from './platform/db/breaker.ts';
import { type ConnectOptions, connect, type Sql } from './platform/db/connect.ts';
import { renewablePool } from './platform/db/renewable.ts';
import { Sockets } from './platform/db/sockets.ts';
import { WriteProbe } from './platform/db/write-probe.ts';

const limitsOf = (config: Config): ConnectOptions => ({
  max: config.databasePool,
  prepare: config.databasePrepare,
  connectTimeoutSeconds: 3,
  statementTimeoutMs: 15_000,
});

/** A pool with the configuration's limits, for a tool. */
export function connectPool(config: Config, url: string): Sql {
  return connect(url, limitsOf(config));
}

/** The pool of a process that goes on when the database does not. */
export interface GuardedPool {
  sql: Sql;
  /** Of limits alone: each use is one short statement. */
  limitsPool: Sql;
  breaker: Breaker;
  /** Not watching yet. */
  writes: WriteProbe;
  /** Sockets of other drivers, cut together with the pool's. */
  sockets: Sockets;
}

/** Who counts a use may hold a connection of the pool; were there none left for it, all would wait for each other. */
const LIMITS_POOL = 4;

/** Twice what a statement may take: 15 s at the database, and 10 s of waiting in a pooler before. */
const SILENCE_MILLISECONDS = 30_000;

/** What ran on connections that were lost without our knowing gets this long to come to its end. */
const RENEWAL_SECONDS = 20;

/** What ran when nothing was committed any more has this long, if it reads. */
const STALL_SECONDS = 2;

/**
 * A pool with the configuration's limits that fails at once, instead of waiting, while the database does not answer.
 * What it listens to goes by `directUrl`, because a pooler of transactions hands no notices on.
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
  const renew = (graceSeconds: number) => {
    pool.renew(graceSeconds);
    limitsPool.renew(graceSeconds);
  };
  const sockets = new Sockets();
  const breaker = new Breaker(url, {
    ...options,
    log,
    onOpen() {
      pool.cut();
      limitsPool.cut();
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
    // Writes would keep every connection from those who read: they are told soon, and what reads goes on. The probe keeps
    // its own, whose commit may be the first to end.
    onStall: () => renew(STALL_SECONDS),
  });
  return { sql: pool.sql, limitsPool: limitsPool.sql, breaker, writes, sockets };
}
