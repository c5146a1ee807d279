import type { MigrationBuilder } from 'node-pg-migrate';
import { statementsOf } from './statements.ts';

type Database = MigrationBuilder['db'];

interface Create {
  unique: string;
  name: string;
  table: string;
  /** The rest of the statement, starting with the method or the columns. */
  rest: string;
}
export type IndexStatement = { create: Create } | { drop: string };

const CREATE = /^create\s+(unique\s+)?index\s+concurrently\s+(\w+)\s+on\s+(\w+)\s+(\S.*)$/is;
const DROP = /^drop\s+index\s+concurrently\s+(\w+)$/is;

/**
 * Returns the statements of a migration that builds or drops indexes `concurrently`; null for any other file. Such a file
 * runs outside a transaction, so it may contain only statements that are safe to repeat: `create [unique] index concurrently
 * name on table …;`, `drop index concurrently name;` and comment lines.
 * @throws Error naming any other statement in it.
 */
export function indexStatements(text: string): IndexStatement[] | null {
  const code = text.replace(/^[ \t]*--.*$/gm, '');
  if (!/\bconcurrently\b/i.test(code)) return null;
  return statementsOf(code).map((statement) => {
    const [, unique = '', name, table, rest] = CREATE.exec(statement) ?? [];
    if (name && table && rest) return { create: { unique, name, table, rest } };
    const dropped = DROP.exec(statement)?.[1];
    if (dropped) return { drop: dropped };
    throw new Error(
      `beside "create index concurrently name on table …" and "drop index concurrently name" nothing may be in it: ${statement}`,
    );
  });
}

/** Runs the statements in order. Run again after a kill, it resumes at the first index that is not valid. */
export async function runIndexStatements(db: Database, statements: IndexStatement[]): Promise<void> {
  for (const statement of statements)
    await ('drop' in statement ? drop(db, statement.drop) : build(db, statement.create));
}

/** Builds an index unless it is valid; first drops an invalid one that a killed process left behind. */
async function build(db: Database, index: Create): Promise<void> {
  if ((await kindOf(db, index.table)) === 'p') return buildOnParts(db, index);
  const found = 'select indisvalid as ready from pg_index where indexrelid = to_regclass($1)';
  const [there] = await db.select(found, [index.name]);
  if (there?.ready) return;
  if (there) await drop(db, index.name);
  const { unique, name, table, rest } = index;
  await waitingForAll(db, `create ${unique}index concurrently ${name} on ${table} ${rest}`);
}

/**
 * Builds an index on each partition and attaches it, because PostgreSQL cannot build one concurrently on a partitioned
 * table.
 */
async function buildOnParts(db: Database, { unique, name, table, rest }: Create): Promise<void> {
  await db.query(`create ${unique}index if not exists ${name} on only ${table} ${rest}`);
  const parts = 'select inhrelid::regclass::text as part from pg_inherits where inhparent = to_regclass($1)';
  for (const { part } of await db.select(parts, [table])) {
    const own = `${name}_of_${part}`;
    await build(db, { unique, name: own, table: part, rest });
    // Attaching an attached index again changes nothing.
    await db.query(`alter index ${name} attach partition ${own}`);
  }
}

async function drop(db: Database, name: string): Promise<void> {
  const kind = await kindOf(db, name);
  // An index of a partitioned table cannot be dropped concurrently: a lock timeout while the table is in use is retried.
  if (kind === 'I') await db.query(`drop index ${name}`);
  else if (kind !== undefined) await waitingForAll(db, `drop index concurrently ${name}`);
}

/** Returns the `pg_class.relkind` of a table or index, or undefined when there is none of that name. */
async function kindOf(db: Database, name: string): Promise<string | undefined> {
  const [found] = await db.select('select relkind from pg_class where oid = to_regclass($1)', [name]);
  return found?.relkind;
}

/**
 * Runs a concurrent create or drop without a lock timeout. It waits for every transaction that began before it, but blocks
 * none: there is no reason to time out, and a timeout would leave an invalid index behind.
 */
async function waitingForAll(db: Database, statement: string): Promise<void> {
  const [{ lock_timeout: patience }] = await db.select('show lock_timeout');
  await db.query('set lock_timeout = 0');
  try {
    await db.query(statement);
  } finally {
    await db.query(`set lock_timeout = '${patience}'`);
  }
}
