import type { MigrationBuilder } from 'node-pg-migrate';

type Database = MigrationBuilder['db'];

interface Create {
  unique: string;
  name: string;
  table: string;
  /** From the method or the columns on, as it was written. */
  rest: string;
}
export type IndexStatement = { create: Create } | { drop: string };

const CREATE = /^create\s+(unique\s+)?index\s+concurrently\s+(\w+)\s+on\s+(\w+)\s+(\S.*)$/is;
const DROP = /^drop\s+index\s+concurrently\s+(\w+)$/is;

/**
 * The statements of a migration that builds or drops indexes `concurrently`; null for any other file. Such a file runs outside a
 * transaction, so it may hold nothing that is done twice when it is begun again: `create [unique] index concurrently name on
 * table …;`, `drop index concurrently name;` and lines of comment.
 * @throws Error naming what else is in it.
 */
export function indexStatements(text: string): IndexStatement[] | null {
  const code = text.replace(/^[ \t]*--.*$/gm, '');
  if (!/\bconcurrently\b/i.test(code)) return null;
  const statements = code.split(';').map((each) => each.trim());
  return statements.filter(Boolean).map((statement) => {
    const [, unique = '', name, table, rest] = CREATE.exec(statement) ?? [];
    if (name && table && rest) return { create: { unique, name, table, rest } };
    const dropped = DROP.exec(statement)?.[1];
    if (dropped) return { drop: dropped };
    throw new Error(
      `beside "create index concurrently name on table …" and "drop index concurrently name" nothing may be in it: ${statement}`,
    );
  });
}

/** Runs the statements in turn. Begun again after it was killed, it goes on with the index that was not ready. */
export async function runIndexStatements(db: Database, statements: IndexStatement[]): Promise<void> {
  for (const statement of statements)
    await ('drop' in statement ? drop(db, statement.drop) : build(db, statement.create));
}

/** An index that is ready is left alone; one that a killed process left unfinished is dropped and built anew. */
async function build(db: Database, index: Create): Promise<void> {
  if ((await kindOf(db, index.table)) === 'p') return buildOnParts(db, index);
  const found = 'select indisvalid as ready from pg_index where indexrelid = to_regclass($1)';
  const [there] = await db.select(found, [index.name]);
  if (there?.ready) return;
  if (there) await drop(db, index.name);
  const { unique, name, table, rest } = index;
  await waitingForAll(db, `create ${unique}index concurrently ${name} on ${table} ${rest}`);
}

/** PostgreSQL builds none concurrently on a table in parts: each part gets its own, and the whole takes them in. */
async function buildOnParts(db: Database, { unique, name, table, rest }: Create): Promise<void> {
  await db.query(`create ${unique}index if not exists ${name} on only ${table} ${rest}`);
  const parts = 'select inhrelid::regclass::text as part from pg_inherits where inhparent = to_regclass($1)';
  for (const { part } of await db.select(parts, [table])) {
    const own = `${name}_of_${part}`;
    await build(db, { unique, name: own, table: part, rest });
    // One that was taken in before stays as it is.
    await db.query(`alter index ${name} attach partition ${own}`);
  }
}

async function drop(db: Database, name: string): Promise<void> {
  const kind = await kindOf(db, name);
  // Of a table in parts it is dropped at once or, while somebody uses the table, in another try.
  if (kind === 'I') await db.query(`drop index ${name}`);
  else if (kind !== undefined) await waitingForAll(db, `drop index concurrently ${name}`);
}

/** What kind of thing has this name, as pg_class.relkind says it; undefined when nothing has. */
async function kindOf(db: Database, name: string): Promise<string | undefined> {
  const [found] = await db.select('select relkind from pg_class where oid = to_regclass($1)', [name]);
  return found?.relkind;
}

/**
 * Both wait for every transaction that began before them, while nobody waits for them: there is no reason to give way, and giving
 * way would leave an index behind that is not ready.
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
