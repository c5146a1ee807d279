/**
 * The meaning of a database error to the caller:
 * - `unavailable`: the database is down, overloaded or too slow; the request is valid. Answer 503. (After a lost
 * connection a COMMIT may still have succeeded: retry only idempotent work.)
 * - `conflict`: serialization failure or deadlock with another transaction; the same work can be retried.
 * - `unique`, `check`: a constraint refused the row; `constraint` is its name.
 * - `other`: any other error; a defect.
 */
export type DbErrorClass =
  | { kind: 'unavailable' }
  | { kind: 'conflict' }
  | { kind: 'unique'; constraint: string }
  | { kind: 'check'; constraint: string }
  | { kind: 'other' };

/** Error codes of the driver and the operating system for a connection that failed, ended or timed out. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** SQLSTATEs of a server that is stopping, starting, full, read-only after a failover, or stalled. */
const unavailableStates = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '57014', // query_canceled: statement_timeout
  '55P03', // lock_not_available: lock_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '25006', // read_only_sql_transaction: a standby answered
]);
/** SQLSTATE classes with the same meaning: connection exceptions, insufficient resources, I/O errors. */
const unavailableClasses = new Set(['08', '53', '58']);

/**
 * Messages of Citus and libpq, reported as internal errors, when a machine is lost in the middle of a transaction
 * (docs/scale.md).
 */
const LOST_MACHINE =
  /^(?:failure on connection marked as essential|server closed the connection unexpectedly|SSL (?:SYSCALL )?error|could not (?:receive data from|send data to) server|connection not open|no connection to the server)/;

const conflictStates = new Set(['40001', '40P01']);
const uniqueStates = new Set(['23505', '23P01']);

/**
 * A service outside failed. Its cause looks like a failure of the database, such as a refused connection, but says
 * nothing about the database.
 */
export class OutsideError extends Error {}

interface ErrorFields {
  code?: unknown;
  message?: unknown;
  syscall?: unknown;
  constraint_name?: unknown;
  constraint?: unknown;
  cause?: unknown;
}

/** Classifies a query's error, of postgres.js or pg, also when wrapped as `cause`; see {@link DbErrorClass}. */
export function classifyDbError(error: unknown): DbErrorClass {
  if (typeof error !== 'object' || error === null || error instanceof OutsideError) return { kind: 'other' };
  const fields = error as ErrorFields;
  if (typeof fields.code === 'string') {
    const known = classifyCode(fields.code, fields);
    if (known) return known;
  }
  return fields.cause === undefined || fields.cause === error
    ? { kind: 'other' }
    : classifyDbError(fields.cause);
}

function classifyCode(code: string, fields: ErrorFields): DbErrorClass | undefined {
  if (connectionCodes.has(code)) return { kind: 'unavailable' };
  // A missing unix socket: the server is not running. Any other ENOENT is about a file.
  if (code === 'ENOENT' && fields.syscall === 'connect') return { kind: 'unavailable' };
  if (conflictStates.has(code)) return { kind: 'conflict' };
  if (uniqueStates.has(code)) return { kind: 'unique', constraint: constraintOf(fields) };
  if (code === '23514') return { kind: 'check', constraint: constraintOf(fields) };
  if (code === 'XX000' && LOST_MACHINE.test(String(fields.message))) return { kind: 'unavailable' };
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  if (isSqlState && (unavailableStates.has(code) || unavailableClasses.has(code.slice(0, 2)))) {
    return { kind: 'unavailable' };
  }
  return undefined;
}

/** Returns the constraint's name from the field of postgres.js or pg; empty if the server named none. */
function constraintOf(fields: ErrorFields): string {
  return String(fields.constraint_name ?? fields.constraint ?? '');
}
