import type postgres from 'postgres';

type Tx = postgres.TransactionSql;

/** A connection that a transaction was on is no more. */
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

/** Whether no other statement can follow on the connection: it broke, or the server has ended the session. */
function isLost(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity === 'FATAL' || severity === 'PANIC' || lostCodes.has(String(code));
}

/**
 * Runs `work` in a transaction of postgres.js, and lets nothing follow on a connection that is lost. The driver would
 * write it (its own `rollback` and `commit` too) to a socket that is no more, from a timer where nobody can catch what
 * is thrown: a database that restarts would end the process.
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
    // The connection is back in the driver's hands by then, and of what never settles nothing is left.
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
      // Lost while it did something else than query.
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
