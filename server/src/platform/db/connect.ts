import postgres from 'postgres';
import { begin } from './begin.ts';
import { classifyDbError } from './errors.ts';
import type { Sockets, Target } from './sockets.ts';

export { classifyDbError } from './errors.ts';

/** A pool of connections. */
export type Sql = postgres.Sql;
/** One connection inside an open transaction. */
export type Tx = postgres.TransactionSql;
/** Whatever can run a query: the pool, or a transaction. */
export type Db = Sql | Tx;

/** How {@link connect} sets up the pool; every field has a default. */
export interface ConnectOptions {
  /** Connections at most (default 10). */
  max?: number;
  /** Shown in `pg_stat_activity` (default `daftar`). */
  applicationName?: string;
  /** A statement running longer is cancelled by the server (default 15 000 ms; 0 = never). */
  statementTimeoutMs?: number;
  /** Of a renewable pool: a connection that does not answer for so long is cut, and its queries fail (default: never). */
  silenceMs?: number;
  /** A connection not established after this many seconds is given up (default 5). */
  connectTimeoutSeconds?: number;
  /**
   * Named prepared statements (default true). Turn off behind PgBouncer in transaction mode; the timeouts are then
   * not sent either, because PgBouncer refuses start-up parameters it does not track: set them on the role instead.
   */
  prepare?: boolean;
  /** Where the connections' sockets come from, so that they can be cut (default: sockets nobody watches). */
  sockets?: Sockets;
  /** Receives the server's notices (default: dropped). */
  onNotice?: (notice: postgres.Notice) => void;
}

/** Waiting longer than this for a row another transaction holds is an error, before the statement timeout hits. */
const lockTimeoutMs = 10_000;
/** A transaction whose owner went silent gives its locks back after this long. */
const idleInTransactionTimeoutMs = 30_000;
/** Upper bound of the pause between two attempts to reconnect: queries wait for it, so it stays short. */
const reconnectPauseSeconds = 0.1;

/** `numeric` and `int8` as a JS number: integers beyond 2^53 throw, because rounding money in silence is worse. */
function parseNumber(text: string): number {
  const value = Number(text);
  const isInteger = !text.includes('.');
  if (!Number.isFinite(value) || (isInteger && !Number.isSafeInteger(value))) {
    throw new RangeError(`The database returned ${text}, which a JavaScript number cannot hold exactly`);
  }
  return value;
}

function serializeInteger(value: unknown): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`${value} is not a safe integer and cannot be sent as a bigint`);
  }
  return String(value);
}

const types = {
  int8: { to: 20, from: [20], serialize: serializeInteger, parse: parseNumber },
  numeric: { to: 1700, from: [1700], serialize: String, parse: parseNumber },
  // A calendar day and a wall-clock time have no zone: as Date they would shift with the machine's. They stay text.
  date: { to: 1082, from: [1082, 1114], serialize: toText, parse: (text: string) => text },
  timestamptz: { to: 1184, from: [1184], serialize: toInstant, parse: (text: string) => new Date(text) },
};

function toText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function toInstant(value: unknown): string {
  return (value instanceof Date ? value : new Date(String(value))).toISOString();
}

/**
 * A pool over one PostgreSQL. Connections open on first use and reopen on their own after the server was away.
 *
 * Types: `int8` and `numeric` arrive as numbers (an integer beyond 2^53 rejects the query with `RangeError`),
 * `timestamptz` as `Date`, `date` and `timestamp` as text (`2026-01-31`), `json(b)` parsed. Sessions run in UTC.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const prepare = options.prepare ?? true;
  const timeouts = {
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: lockTimeoutMs,
    // Requests are many and small: parallel workers would cost more than they save, and bias plans towards scans.
    max_parallel_workers_per_gather: 0,
    // JIT-compiling a plan takes longer than any of our requests may take.
    jit: false,
    // Databases run on flash storage, where random page reads cost little more than sequential ones.
    random_page_cost: 1.1,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  };
  const { address, socketFolder } = splitSocket(url);
  const { sockets } = options;
  const sql = postgres(address, {
    ...(socketFolder ? { host: socketFolder } : {}),
    max: options.max ?? 10,
    connect_timeout: options.connectTimeoutSeconds ?? 5,
    prepare,
    types,
    backoff: (attempt: number) => Math.min(0.01 * 2 ** attempt, reconnectPauseSeconds),
    ...(sockets ? { socket: (target: Target) => sockets.dial(target) } : {}),
    onnotice: options.onNotice ?? (() => {}),
    connection: {
      application_name: options.applicationName ?? 'daftar',
      TimeZone: 'UTC',
      ...(prepare ? timeouts : {}),
    },
  });
  return sql as unknown as Sql;
}

/** libpq and pg take a unix socket's folder as `?host=/folder`; postgres.js wants it apart. */
function splitSocket(url: string): { address: string; socketFolder: string | undefined } {
  if (!/[?&]host=/.test(url)) return { address: url, socketFolder: undefined };
  const address = new URL(url);
  const socketFolder = address.searchParams.get('host') ?? undefined;
  address.searchParams.delete('host');
  return { address: address.href, socketFolder };
}

/** How {@link inTransaction} runs; the default is PostgreSQL's own, read committed. */
export interface TransactionOptions {
  isolation?: 'repeatable read' | 'serializable' | 'repeatable read read only';
}

const maxAttempts = 3;

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws.
 *
 * When the transaction lost against another one (serialization failure 40001, deadlock 40P01) nothing of it was kept
 * and it is run again, three times in all; then the error goes to the caller. So `work` must do nothing outside the
 * database that cannot be repeated. An error of any other kind is never retried.
 */
export async function inTransaction<T>(
  sql: Sql,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const mode = options.isolation ? `isolation level ${options.isolation}` : '';
  for (let attempt = 1; ; attempt++) {
    try {
      const result: { value?: T } = {};
      await begin(sql, mode, async (tx) => {
        result.value = await work(tx);
      });
      return result.value as T;
    } catch (error) {
      if (attempt >= maxAttempts || classifyDbError(error).kind !== 'conflict') throw error;
    }
  }
}
