import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationBuilder } from 'node-pg-migrate';
import pg from 'pg';
import { serverRoot } from '../paths.ts';
import { indexStatements, runIndexStatements } from './concurrent-indexes.ts';
import { DatabaseUnreachable, MigrationError } from './migrate-errors.ts';

export { MigrationError } from './migrate-errors.ts';

/** How {@link migrate} runs. */
export interface MigrateOptions {
  /** Receives one line per file applied. */
  log?: (line: string) => void;
  /** Forward is the only direction there is. */
  direction?: 'up';
  /** Folder of the numbered files; by default `migrations` of the server's package. */
  directory?: string;
  /** Tests are less patient with tables that somebody uses. */
  lockWaiting?: Partial<typeof lockWaiting>;
}

/** A server that accepts connections but says nothing is given up after this long. */
const connectTimeoutMs = 10_000;
/** Any fixed number: servers that start at once take turns on it. */
const advisoryLock = 4_610_072_317;
/** How often one that waits for its turn asks whether it has come. */
const turnPauseMs = 50;
/** How long a migration waits for a table, how often it tries, and the pause in which others get their turn. */
const lockWaiting = { patienceMs: 2_000, attempts: 30, pauseMs: 1_000 };
/** Waited too long for a table; or it and somebody else waited for each other, and it was to give way. */
const lockErrors = new Set<unknown>(['55P03', '40P01']);
/** The newest of graphile-worker's own migrations, in the version that is installed. */
const NEWEST_OF_QUEUE = 19;
/** What is missing when a database is new. */
const noSuchTable = '42P01';
const fileName = /^(\d{4})_[a-z0-9_-]+\.sql$/;

/**
 * Brings the database to the newest schema: first graphile-worker's own (ours calls `graphile_worker.add_job`), then
 * every file of `server/migrations` not yet listed in the table `migrations`. Returns the names applied now.
 *
 * Each file runs in a transaction of its own, so a failing one leaves no trace and its predecessors stay; it throws
 * {@link MigrationError}. A database that cannot be reached throws {@link DatabaseUnreachable}. Servers starting at the
 * same time wait for each other on an advisory lock, which is held by the session: give a direct URL here, not
 * PgBouncer's.
 *
 * A file that says `concurrently` builds and drops indexes while others write, outside a transaction, and says nothing else:
 * see {@link indexStatements}. Killed on the way, it is gone on with at the next start.
 *
 * Files are `0001_what_it_does.sql`, four digits, each number once. What runs after is refused when its number is lower
 * than one that already ran.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const directory = options.directory ?? migrationsDirectory();
  const names = fileNames(directory);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'daftar migrate',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // A connection lost between two statements is reported by the next one; unheard, the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUnreachable((error as Error).message, { cause: error });
  }
  try {
    if (await isNewest(client, names)) return [];
    // Large, and for most starts not needed.
    const { Logger, runMigrations } = await import('graphile-worker');
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await takeTurn(client);
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
    return await runPatiently(client, directory, options);
  } finally {
    await client.end();
  }
}

/** Whether nothing is to be done, which one question tells without waiting for anybody. */
async function isNewest(client: pg.Client, names: readonly string[]): Promise<boolean> {
  try {
    const { rows } = await client.query<{ queue: number; own: string[] }>(`
      select (select max(id) from graphile_worker.migrations) as queue,
        array(select name from migrations order by name)::text[] as own`);
    const { queue, own } = rows[0]!;
    return queue === NEWEST_OF_QUEUE && own.join() === names.join();
  } catch (error) {
    if ((error as { code?: string }).code === noSuchTable) return false;
    throw error;
  }
}

/**
 * Asks again and again instead of waiting in a statement: an index that is built concurrently waits for every statement under
 * way, and the two would wait for each other.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${advisoryLock}) as taken`);
    if (rows[0].taken) return;
    await pause(turnPauseMs);
  }
}

/**
 * A change of a table waits for whoever uses it, and everybody who comes after waits behind the change. So it waits
 * shortly, lets the queue behind it pass, and tries again: with the servers of the version before under load, nobody
 * notices.
 */
async function runPatiently(
  client: pg.Client,
  directory: string,
  options: MigrateOptions,
): Promise<string[]> {
  const log = options.log ?? (() => {});
  const { patienceMs, attempts, pauseMs } = { ...lockWaiting, ...options.lockWaiting };
  await client.query(`set lock_timeout = ${patienceMs}`);
  const begun = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runOwnMigrations(client, directory, (name) => {
        if (!begun.has(name)) log(`Applying migration ${name}.sql`);
        begun.add(name);
      });
      return [...begun];
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (!lockErrors.has(code) || attempt === attempts) throw error;
      // The runner leaves the transaction of the file that failed open, with every lock it has.
      await client.query('rollback');
      log('A table is in use; trying again');
      await pause(pauseMs);
    }
  }
}

async function runOwnMigrations(
  client: pg.Client,
  directory: string,
  begin: (name: string) => void,
): Promise<void> {
  let current = '';
  const load = async (path: string) => {
    const name = basename(path, '.sql');
    const text = await readFile(path, 'utf8');
    const up = async (builder: MigrationBuilder) => {
      current = basename(path);
      begin(name);
      const statements = indexStatements(text);
      if (statements === null) builder.sql(text);
      else {
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
      noLock: true,
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    });
  } catch (error) {
    if (current === '') throw error;
    throw new MigrationError(current, error);
  }
}

/** The server package's `migrations`, found from the source tree and from the bundle alike. */
export function migrationsDirectory(): string {
  return join(serverRoot, 'migrations');
}

/**
 * The names of the migrations, in their order. A misnamed file would be skipped and a number used twice would run in either
 * order: both are refused here.
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
