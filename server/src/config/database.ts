import { addressesOf } from '../platform/db/addresses.ts';
import { type Env, fail, isYes, url, wholeNumber } from './env.ts';

/** Reads the URL of one or several hosts, as libpq does; null when it is not set. */
function hosts(env: Env, name: string): string | null {
  const raw = env[name];
  if (!raw) return null;
  for (const address of addressesOf(raw)) url({ [name]: address }, name, ['postgres:', 'postgresql:']);
  return raw;
}

/** With several hosts, libpq's own programs must find the primary too. */
function primary(env: Env, name: string): string | null {
  const raw = hosts(env, name);
  if (
    raw !== null &&
    addressesOf(raw).length > 1 &&
    !/[?&]target_session_attrs=(read-write|primary)(&|$)/.test(raw)
  )
    fail(name, 'must end in ?target_session_attrs=read-write when it names several hosts');
  return raw;
}

/** Reads the location of the database, and how this process connects to it. */
export function databaseSettings(env: Env) {
  const databaseUrl = primary(env, 'DATABASE_URL');
  const directUrl = primary(env, 'DATABASE_DIRECT_URL');
  const databaseReadUrl = hosts(env, 'DATABASE_READ_URL');
  const databasePrepare = isYes(env, 'DAFTAR_DATABASE_PREPARE', 'yes');
  if (databaseUrl === null && databaseReadUrl !== null)
    fail('DATABASE_URL', 'must be set when DATABASE_READ_URL is');
  if (databaseUrl === null && directUrl !== null)
    fail('DATABASE_URL', 'must be set when DATABASE_DIRECT_URL is');
  if (databaseUrl !== null && !databasePrepare && directUrl === null)
    fail(
      'DATABASE_DIRECT_URL',
      'must be set when DAFTAR_DATABASE_PREPARE is no: LISTEN and migrations do not work through a pooler of transactions',
    );
  return {
    /** Null: the embedded database in `dataDir`. */
    databaseUrl,
    /**
     * The same database without a pooler, for connections that need their own session: LISTEN, migrations, the queue.
     */
    databaseDirectUrl: directUrl ?? databaseUrl,
    /** One or several streaming standbys of the same database, for read-only queries; null: none. */
    databaseReadUrl,
    /** Maximum number of connections of this process, besides those of queues, the listener and limits. */
    databasePool: wholeNumber(env, 'DAFTAR_DATABASE_POOL', { from: 2, to: 500, unset: 20 }),
    /** Statements are prepared by name; false behind PgBouncer in transaction mode. */
    databasePrepare,
  };
}
