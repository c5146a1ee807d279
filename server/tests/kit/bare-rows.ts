/** For tests of functions of the database: the rows that a function reads, without the rows that those depend on. */
import type { Sql, Tx } from '../../src/platform/db/connect.ts';

/** Values that satisfy the type of a required column, as SQL. */
const FILLERS: Record<string, string> = {
  bigint: '1',
  integer: '1',
  smallint: '1',
  boolean: 'false',
  text: "'x'",
  date: "date '2026-06-15'",
  'timestamp with time zone': "timestamptz '2026-06-15 09:00Z'",
  bytea: "sha256('x')",
  jsonb: `'[1]'`,
  mode: "'live'",
  'character(1)': "'M'",
  'character(3)': "'EGP'",
};

/** Inserts a row with triggers and foreign keys off, and with filler in required columns that `values` leaves out. */
export const putRow = (sql: Sql, table: string, values: Values = {}) => insert(sql, table, values, 'replica');

/** Inserts a row with triggers and foreign keys on, and default values for required columns that `values` leaves out. */
export const addRow = (sql: Sql, table: string, values: Values = {}) => insert(sql, table, values, 'origin');

type Values = Record<string, unknown>;

/** Returns the row as it is stored, with the names of its columns. Checks hold in either role. */
async function insert(sql: Sql, table: string, values: Values, role: 'replica' | 'origin'): Promise<Values> {
  const required = await sql<{ name: string; type: string }[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
       and not a.atthasdef and a.attidentity = ''`;
  const fillers = required.filter(({ name }) => !(name in values));
  const columns = [...Object.keys(values), ...fillers.map(({ name }) => name)];
  const given = Object.keys(values).map((_, place) => `$${place + 1}`);
  const filled = fillers.map(({ type }) => FILLERS[type] ?? `'{}'::${type}`);
  return sql.begin(async (tx: Tx) => {
    await tx`select set_config('session_replication_role', ${role}, true)`;
    const [row] = await tx.unsafe(
      `insert into ${table} (${columns.join(', ')}) overriding system value
       values (${[...given, ...filled].join(', ')}) returning *`,
      Object.values(values) as never[],
    );
    return { ...row };
  });
}

/** Returns the rule by which the database refuses an action, or its error code if it names none; null if it succeeds. */
export async function refusedRule(act: () => PromiseLike<unknown>): Promise<string | null> {
  try {
    await act();
    return null;
  } catch (error) {
    const { constraint_name, code, message } = error as {
      constraint_name?: string;
      code?: string;
      message: string;
    };
    return constraint_name ?? code ?? message;
  }
}
