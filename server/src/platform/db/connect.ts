import postgres from 'postgres';
import { isTraced, traceparent } from '../tracing/spans.ts';
import { addressesOf } from './addresses.ts';
import { begin } from './begin.ts';
import { classifyDbError } from './errors.ts';
import { Sockets, type Target } from './sockets.ts';
import { writableTarget } from './writable-address.ts';

export { classifyDbError } from './errors.ts';

/** A pool of connections. */
export type Sql = postgres.Sql;
/** One connection inside an open transaction. */
export type Tx = postgres.TransactionSql;
/** A pool or an open transaction; both run queries. */
export type Db = Sql | Tx;

/** Options of the pool that {@link connect} creates; every field has a default. */
export interface ConnectOptions {
  /** Maximum number of connections (default 10). */
  max?: number;
  /** Shown in `pg_stat_activity` (default `daftar`). */
  applicationName?: string;
  /** The server cancels a statement that runs longer (default 15 000 ms; 0 = never). */
  statementTimeoutMs?: number;
  /** Renewable pools only: a connection that does not answer for this long is cut; its queries fail (default: never). */
  silenceMs?: number;
  /** The deadline for establishing a connection, in seconds (default 5). */
  connectTimeoutSeconds?: number;
  /**
   * Whether to use named prepared statements (default true). Turn off behind PgBouncer in transaction mode; the timeouts
   * are then not sent either, because PgBouncer refuses start-up parameters it does not track: set them on the role.
   */
  prepare?: boolean;
  /** Creates the connections' sockets, so that they can be cut (default: the driver's own sockets). */
  sockets?: Sockets;
  /** Refuses writes, whatever it is connected to (default false). */
  readOnly?: boolean;
  /** Receives the server's notices (default: dropped). */
  onNotice?: (notice: postgres.Notice) => void;
}

/** PostgreSQL's `lock_timeout`; shorter than the default statement timeout, so that a lock wait is reported as such. */
const lockTimeoutMs = 10_000;
/** After this long without a statement, the server ends the session of an open transaction and releases its locks. */
const idleInTransactionTimeoutMs = 30_000;
/** Maximum back-off between two attempts to reconnect. Short, because queries wait for it. */
const reconnectPauseSeconds = 0.1;

/** Parses `numeric` and `int8` as a JS number. @throws RangeError beyond 2^53: money must never be rounded silently */
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
  // `date` and `timestamp` have no time zone and would shift with the machine's as a Date, so they stay text.
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
 * Creates a pool of connections to one PostgreSQL. Connections open on first use and reconnect after an outage. Of
 * several hosts in `url` each connection goes to the one that takes writes at that time.
 *
 * Types: `int8` and `numeric` arrive as numbers (an integer beyond 2^53 rejects the query with `RangeError`),
 * `timestamptz` as `Date`, `date` and `timestamp` as text (`2026-01-31`), `json(b)` parsed. Sessions run in UTC.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const prepare = options.prepare ?? true;
  const timeouts = {
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: lockTimeoutMs,
    // Queries are many and small: parallel workers would cost more than they save and bias plans towards scans.
    max_parallel_workers_per_gather: 0,
    // JIT-compiling a plan takes longer than a request may take.
    jit: false,
    // Databases run on flash storage, where random page reads cost little more than sequential ones.
    random_page_cost: 1.1,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  };
  const addresses = addressesOf(url);
  const { address, socketFolder } = splitSocket(addresses[0]!);
  const { sockets } = options;
  const sql = postgres(address, {
    ...(socketFolder ? { host: socketFolder } : {}),
    max: options.max ?? 10,
    connect_timeout: options.connectTimeoutSeconds ?? 5,
    prepare,
    types,
    backoff: (attempt: number) => Math.min(0.01 * 2 ** attempt, reconnectPauseSeconds),
    ...(sockets ? { socket: (target: Target) => sockets.dial(target) } : {}),
    ...(addresses.length > 1 ? toWritable(url, sockets ?? new Sockets()) : {}),
    onnotice: options.onNotice ?? (() => {}),
    connection: {
      application_name: options.applicationName ?? 'daftar',
      TimeZone: 'UTC',
      ...(prepare ? timeouts : {}),
      ...(prepare && options.readOnly ? { default_transaction_read_only: true } : {}),
    },
  });
  return sql as unknown as Sql;
}

/**
 * Finds the host itself: the driver's choice among several never fails while none answers, and takes a standby for
 * `read-write`. Of the driver, only the check of a new connection is used, for a host that has changed since.
 */
const toWritable = (url: string, sockets: Sockets) => ({
  socket: () => sockets.dialWhenFound(writableTarget(url)),
  target_session_attrs: 'primary' as const,
});

/** Takes a unix socket's folder (`?host=/folder`, as libpq and pg expect it) out of a URL, as postgres.js requires. */
function splitSocket(url: string): { address: string; socketFolder: string | undefined } {
  if (!/[?&]host=/.test(url)) return { address: url, socketFolder: undefined };
  const address = new URL(url);
  const socketFolder = address.searchParams.get('host') ?? undefined;
  address.searchParams.delete('host');
  return { address: address.href, socketFolder };
}

/** Options of {@link inTransaction}; the default isolation is PostgreSQL's, read committed. */
export interface TransactionOptions {
  isolation?: 'repeatable read' | 'serializable' | 'repeatable read read only';
}

const maxAttempts = 3;

/**
 * Runs a transaction or statement again that was rolled back because of a conflict (serialization failure 40001, deadlock 40P01), up
 * to three times in all; then the error is thrown. So `work` must have no effects outside the database that cannot be
 * repeated. No other error is retried.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || classifyDbError(error).kind !== 'conflict') throw error;
    }
  }
}

/**
 * Passes the current span to a transaction, so that jobs added by its triggers continue the trace, like those of
 * `addJob`.
 */
async function nameCause(tx: Tx): Promise<void> {
  if (!isTraced()) return;
  await tx`select set_config('daftar.traceparent', ${traceparent().traceparent ?? ''}, true)`;
}

/** Runs `work` in one transaction, as {@link retryConflicts} does: commits when it resolves, rolls back when it throws. */
export async function inTransaction<T>(
  sql: Sql,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const mode = options.isolation ? `isolation level ${options.isolation}` : '';
  return retryConflicts(async () => {
    const result: { value?: T } = {};
    await begin(sql, mode, async (tx) => {
      await nameCause(tx);
      result.value = await work(tx);
    });
    return result.value as T;
  });
}
