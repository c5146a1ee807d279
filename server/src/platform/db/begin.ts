import type postgres from 'postgres';

type Tx = postgres.TransactionSql;

/** The connection of an open transaction was lost. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
  constructor() {
    super('The connection was lost in the middle of a transaction');
  }
}

const lostCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
]);

/** Returns whether the connection is unusable: it broke, or the server ended the session. */
function isLost(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity === 'FATAL' || severity === 'PANIC' || lostCodes.has(String(code));
}

/**
 * Runs `work` in a transaction of postgres.js and blocks every further statement once the connection is lost. The driver
 * would write those statements (its own `rollback` and `commit` too) to a closed socket, from a timer where the exception
 * cannot be caught: a restart of the database would end the process.
 */
export function begin(sql: postgres.Sql, mode: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let lost = false;
    const guard = <F extends object>(target: F): F =>
      new Proxy(target, {
        apply(method, self, args) {
          if (lost) throw new ConnectionLost();
          return Reflect.apply(method as never, self, args);
        },
        get: (_target, name) => {
          const value = Reflect.get(target, name);
          return name === 'unsafe' || name === 'savepoint' ? guard(value as object) : value;
        },
      });
    // By then the driver has taken the connection back; a promise that never settles is garbage-collected.
    const never = () => new Promise<never>(() => {});
    const whole = async (tx: Tx) => {
      try {
        await work(guard(tx));
      } catch (error) {
        if (isLost(error)) lost = true;
        if (!lost) throw error;
        reject(error);
        return never();
      }
      // The connection was lost while `work` ran no query.
      return lost ? never() : undefined;
    };
    sql.begin(mode, whole as never).then(
      () => resolve(),
      (error: unknown) => {
        lost = true;
        reject(error);
      },
    );
  });
}
