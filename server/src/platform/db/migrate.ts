import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationBuilder } from 'node-pg-migrate';
import pg from 'pg';
import { serverRoot } from '../paths.ts';
import { indexStatements, runIndexStatements } from './concurrent-indexes.ts';
import { DatabaseUnreachable, MigrationError } from './migrate-errors.ts';
import {
  findSqlChanges,
  readSqlSources,
  readTableStatements,
  recordOf,
  SOURCES_TABLE,
  type SqlSource,
  schemaStatements,
  sqlSourceStatements,
  sqlSourcesDirectory,
} from './sql-sources.ts';
import { statementsOf } from './statements.ts';
import { writableAddress } from './writable-address.ts';

export { MigrationError } from './migrate-errors.ts';

/** Options of {@link migrate}. */
export interface MigrateOptions {
  /** Receives one line per file applied. */
  log?: (line: string) => void;
  /** Migrations only go forward. */
  direction?: 'up';
  /** Folder of the numbered files; by default `migrations` of the server's package. */
  directory?: string;
  /** Folder of tables and functions; by default `sql` of the server's package, and none beside another `directory`. */
  sources?: string;
  /** Shorter waits for table locks, for tests. */
  lockWaiting?: Partial<typeof lockWaiting>;
}

/** The deadline for a server that accepts connections but does not answer. */
const connectTimeoutMs = 10_000;
/** The key, an arbitrary number, of the advisory lock that serializes concurrent starts. */
const advisoryLock = 4_610_072_317;
/** The pause between two attempts to acquire the advisory lock. */
const turnPauseMs = 50;
/** The lock timeout of a migration, its attempts, and the pause between them, in which blocked transactions proceed. */
const lockWaiting = { patienceMs: 2_000, attempts: 30, pauseMs: 1_000 };
/** lock_not_available (lock timeout), deadlock_detected. */
const lockErrors = new Set<unknown>(['55P03', '40P01']);
/** The number of the latest migration of the installed version of graphile-worker. */
const NEWEST_OF_QUEUE = 19;
/** undefined_table: the database is new. */
const noSuchTable = '42P01';
/** The last migration before those of `server/migrations`. A database that lacks it is too old to be upgraded. */
const OLDEST = '1095_postings_are_proved_by_currency';
const fileName = /^(\d{4})_[a-z0-9_-]+\.sql$/;

/**
 * Migrates the database to the latest schema: first graphile-worker's migrations (ours call `graphile_worker.add_job`).
 * An empty database then gets the tables and functions of `server/sql` in one transaction, and every migration counts as
 * applied. Any other gets every file in `server/migrations` that is not yet in the table `migrations`, then every function in
 * `server/sql` whose text has changed. Returns the names of the files applied by this call.
 *
 * Each file runs in its own transaction, so a failing one leaves no trace and earlier ones stay applied; the functions are
 * replaced in the transaction of the last one. Servers that start
 * at the same time take turns by an advisory lock, which belongs to the session: `url` must not point to PgBouncer.
 *
 * A file with `concurrently` builds or drops indexes without blocking writes, outside a transaction, and contains nothing
 * else: see {@link indexStatements}. If it is killed, the next start resumes it.
 *
 * Files are named `0001_what_it_does.sql`: four digits, each number once. A new file whose number is lower than one already
 * applied is refused.
 *
 * @throws MigrationError when a file fails, or the database is too old to be upgraded
 * @throws DatabaseUnreachable when connecting fails
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const directory = options.directory ?? migrationsDirectory();
  const names = fileNames(directory);
  const folder = options.sources ?? (options.directory ? null : sqlSourcesDirectory());
  const sources = folder === null ? [] : readSqlSources(folder);
  const { client, address } = await connected(url);
  try {
    if (await isNewest(client, names, sources)) return [];
    // Imported late: large, and not needed by most starts.
    const { Logger, runMigrations } = await import('graphile-worker');
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await takeTurn(client);
    await runMigrations({ connectionString: address, logger: new Logger(() => () => {}) });
    const schema = { directory, names, sources };
    const tables = folder === null ? [] : readTableStatements(folder);
    const applied = await appliedNames(client);
    if (tables.length > 0 && applied.length === 0) return await create(client, schema, tables, options);
    refuseGaps(applied, names, tables.length > 0);
    return await runPatiently(client, schema, options);
  } finally {
    await client.end();
  }
}

/** Connects to the host that takes writes. @throws DatabaseUnreachable */
async function connected(url: string): Promise<{ client: pg.Client; address: string }> {
  try {
    const address = await writableAddress(url);
    const client = new pg.Client({
      connectionString: address,
      application_name: 'daftar migrate',
      connectionTimeoutMillis: connectTimeoutMs,
    });
    // The next statement reports a lost connection; without a listener, the event would end the process.
    client.on('error', () => {});
    await client.connect();
    return { client, address };
  } catch (error) {
    throw new DatabaseUnreachable((error as Error).message, { cause: error });
  }
}

/** The schema's sources: the numbered files of a folder by name, and the functions. */
interface Schema {
  directory: string;
  names: readonly string[];
  sources: readonly SqlSource[];
}

/** Returns whether every migration and every function is applied. Takes no lock. */
async function isNewest(
  client: pg.Client,
  names: readonly string[],
  sources: readonly SqlSource[],
): Promise<boolean> {
  try {
    const { rows } = await client.query<{ queue: number; own: string[] }>(`
      select (select max(id) from graphile_worker.migrations) as queue,
        array(select name from migrations order by name)::text[] as own`);
    const { queue, own } = rows[0]!;
    const known = own.filter((name) => name > OLDEST || names.includes(name));
    if (queue !== NEWEST_OF_QUEUE || known.join() !== names.join()) return false;
    return (await findSqlChanges(client, sources)).length === 0;
  } catch (error) {
    if ((error as { code?: string }).code === noSuchTable) return false;
    throw error;
  }
}

/** Returns the applied migrations in the order of their numbers; none if the database is empty. */
async function appliedNames(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('migrations') is not null as there`);
  if (!found[0].there) return [];
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** The name under which `migrate` reports the creation of the schema. */
const SCHEMA = 'the schema in server/sql';

/** Creates the schema in an empty database and records every migration as applied. */
async function create(
  client: pg.Client,
  { names, sources }: Schema,
  tables: readonly string[],
  { log }: MigrateOptions,
): Promise<string[]> {
  log?.(`Applying ${SCHEMA}`);
  const list = names.map((name) => `('${name}', now())`).join(', ');
  const statements = [
    'begin',
    ...schemaStatements(tables, sources),
    SOURCES_TABLE,
    ...(sources.length > 0 ? [recordOf(sources)] : []),
    // The table as node-pg-migrate creates it.
    'create table if not exists migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)',
    ...(names.length > 0 ? [`insert into migrations (name, run_on) values ${list}`] : []),
    'commit',
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    throw new MigrationError(SCHEMA, error);
  }
  return [SCHEMA];
}

/**
 * Refuses a database that lacks a file whose number is lower than one already applied, and a database of the product
 * that is older than {@link OLDEST}.
 */
function refuseGaps(applied: readonly string[], names: readonly string[], isProduct: boolean): void {
  const [first = '', last = ''] = [applied[0], applied.at(-1)];
  if (isProduct && first < OLDEST && !applied.includes(OLDEST))
    throw new MigrationError(`${OLDEST}.sql`, new Error(TOO_OLD));
  const late = names.find((name) => name < last && !applied.includes(name));
  if (late !== undefined)
    throw new MigrationError(`${late}.sql`, new Error(`${last} is applied already and has a higher number`));
}

const TOO_OLD =
  'this database is too old for this release; first start the release of 28 November 2026 (commit 40b9432a) on it, which applies this file';

/**
 * Acquires the advisory lock by polling. A blocking statement would deadlock with an index being built concurrently, which
 * waits for every running statement.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${advisoryLock}) as taken`);
    if (rows[0].taken) return;
    await pause(turnPauseMs);
  }
}

/**
 * Runs the migrations with a short lock timeout and retries. An `alter table` waits for every transaction that uses the
 * table, and later ones queue behind it. After the timeout they proceed, so that servers of the previous version, even
 * under load, are not blocked for long.
 */
async function runPatiently(client: pg.Client, schema: Schema, options: MigrateOptions): Promise<string[]> {
  const log = options.log ?? (() => {});
  const { patienceMs, attempts, pauseMs } = { ...lockWaiting, ...options.lockWaiting };
  await client.query(`set lock_timeout = ${patienceMs}`);
  const begun = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runOwnMigrations(client, schema, (name) => {
        if (!begun.has(name)) log(`Applying migration ${name}.sql`);
        begun.add(name);
      });
      return [...begun];
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (!lockErrors.has(code) || attempt === attempts) throw error;
      // The runner leaves the failed file's transaction open, with all its locks.
      await client.query('rollback');
      log('A table is in use; trying again');
      await pause(pauseMs);
    }
  }
}

async function runOwnMigrations(
  client: pg.Client,
  { directory, names, sources }: Schema,
  begin: (name: string) => void,
): Promise<void> {
  let current = '';
  if (sources.length > 0) await client.query(SOURCES_TABLE);
  let changed = await findSqlChanges(client, sources);
  const load = async (path: string) => {
    const name = basename(path, '.sql');
    const text = await readFile(path, 'utf8');
    const up = async (builder: MigrationBuilder) => {
      current = basename(path);
      begin(name);
      const statements = indexStatements(text);
      if (statements === null) {
        for (const each of statementsOf(text)) builder.sql(each);
        if (name === names.at(-1)) {
          for (const each of sqlSourceStatements(changed)) builder.sql(each);
          changed = [];
        }
      } else {
        builder.noTransaction();
        await runIndexStatements(builder.db, statements);
      }
    };
    return { id: path, filePaths: [path], actions: { up, down: false as const } };
  };
  const silent = () => {};
  const { runner } = await import('node-pg-migrate');
  try {
    await runner({
      dbClient: client,
      dir: directory,
      ignorePattern: '(?!\\d{4}_[a-z0-9_-]+\\.sql$).*',
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader: (paths) => Promise.all(paths.map(load)) }],
      direction: 'up',
      migrationsTable: 'migrations',
      singleTransaction: false,
      // It would miss the files that `server/sql` has replaced; refuseGaps checks the order.
      checkOrder: false,
      noLock: true,
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    });
    if (changed.length > 0) {
      current = 'the functions in server/sql';
      await applySources(client, changed);
    }
  } catch (error) {
    if (current === '') throw error;
    throw new MigrationError(current, error);
  }
}

/**
 * Applies functions in a transaction of their own, because no numbered file was left to apply, or the last one has no
 * transaction.
 */
async function applySources(client: pg.Client, changed: readonly SqlSource[]): Promise<void> {
  for (const each of ['begin', ...sqlSourceStatements(changed), 'commit']) await client.query(each);
}

/** Returns the server package's `migrations` folder, both in the source tree and in the bundle. */
export function migrationsDirectory(): string {
  return join(serverRoot, 'migrations');
}

/**
 * Returns the names of the migrations in order.
 * @throws Error for a misnamed file, which would be skipped, and a duplicate number, which would run in either order
 */
function fileNames(directory: string): string[] {
  if (!existsSync(directory)) throw new Error(`There is no folder of migrations at ${directory}`);
  const seen = new Map<string, string>();
  for (const name of readdirSync(directory).sort()) {
    if (!name.endsWith('.sql') || name.startsWith('.')) continue;
    const number = fileName.exec(name)?.[1];
    if (!number) throw new Error(`Migration ${name} is not named like 0001_what_it_does.sql`);
    const other = seen.get(number);
    if (other) throw new Error(`Migrations ${other} and ${name} have the same number`);
    seen.set(number, name);
  }
  return [...seen.values()].map((name) => name.slice(0, -'.sql'.length));
}
