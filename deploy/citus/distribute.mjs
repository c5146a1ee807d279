// Distributes the tables of an installation over the machines of a Citus cluster, as tables.json beside this file says, with
// the rows that they have. The extension and the machines must be there, and nothing may write meanwhile: docs/scale.md.
// All or nothing, in one transaction. What is distributed already stays so: run it again after an upgrade that adds tables.
//   Usage: DATABASE_URL=postgres://…/daftar node deploy/citus/distribute.mjs
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connected, kindsOf, readTables } from './database.mjs';

const COLUMN = 'merchant_id';

/** Whether Citus keeps a foreign key from a table of one kind to a table of another. */
export const keepsKey = (from, to) =>
  to === 'reference' || (from === to && (from === 'distributed' || from === 'coordinator'));

/** @returns the names of the product's tables in the database, and which of them are distributed already. */
const TABLES = `
  select c.relname as name, p.logicalrelid is not null as done
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't')
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('migrations', 'sql_sources', 'relayed', 'commits_whole')`;
const KEYS = `
  select conname as name, conrelid::regclass::text as of, confrelid::regclass::text as to,
         pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1))`;
const TRIGGERS = `
  select tgname as name, tgrelid::regclass::text as of, pg_get_triggerdef(oid) as definition, tgenabled as said
    from pg_trigger where not tgisinternal and tgrelid::regclass::text = any ($1)`;
/** What triggers are besides on in ordinary sessions alone. */
const STATES = { A: 'enable always', R: 'enable replica', D: 'disable' };

/** Distributes everything, or nothing. @returns what Citus refused, a line each. */
export async function distribute(url, log = console.log) {
  const { tables, left } = readTables();
  const kinds = kindsOf(tables);
  const refused = [];
  await connected(url, async (client) => {
    const attempt = async (what, sql) => {
      await client.query('savepoint one');
      try {
        await client.query(sql);
        await client.query('release savepoint one');
      } catch (error) {
        await client.query('rollback to savepoint one');
        refused.push(`${what}: ${error.message}${error.detail ? ` (${error.detail})` : ''}`);
      }
    };
    await client.query(`
      begin; set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential';
      set local client_min_messages = warning; set local statement_timeout = 0; set local lock_timeout = 0`);
    const { rows: known } = await client.query(TABLES);
    for (const { name } of known) if (!kinds.has(name)) refused.push(`${name}: not in tables.json`);
    const isDone = (kind) => known.some(({ name, done }) => done && kinds.get(name) === kind);
    const todo = known
      .filter(({ name, done }) => !done && kinds.get(name) !== 'coordinator')
      .map((each) => each.name);
    // Rows are copied by inserts, which must not count, announce or refuse anything; keys to tables that are not distributed
    // yet are refused. Both come back as they were, but for the keys across machines.
    const { rows: triggers } = await client.query(TRIGGERS, [todo]);
    const { rows: keys } = await client.query(KEYS, [todo]);
    for (const { name, of } of triggers) await attempt(name, `drop trigger ${name} on ${of}`);
    for (const { name, of } of keys) await attempt(name, `alter table ${of} drop constraint ${name}`);
    for (const name of todo.filter((each) => kinds.get(each) === 'reference'))
      await attempt(name, `select create_reference_table('${name}')`);
    let beside = isDone('distributed')
      ? known.find(({ name, done }) => done && kinds.get(name) === 'distributed').name
      : 'none';
    for (const name of todo.filter((each) => kinds.get(each) === 'distributed')) {
      await attempt(
        name,
        `select create_distributed_table('${name}', '${COLUMN}', colocate_with := '${beside}')`,
      );
      if (beside === 'none') beside = name;
    }
    const kept = keys.filter((key) => keepsKey(kinds.get(key.of), kinds.get(key.to)));
    for (const { name, of, definition } of kept)
      await attempt(name, `alter table ${of} add constraint ${name} ${definition}`);
    for (const { name, of, definition, said } of triggers.filter(
      ({ name: each }) => ![...left, 'commits_whole'].includes(each),
    )) {
      await attempt(`${name} of ${of}`, definition);
      const state = STATES[said];
      if (state) await attempt(`${name} of ${of}, ${state}`, `alter table ${of} ${state} trigger ${name}`);
    }
    await client.query(refused.length === 0 ? 'commit' : 'rollback');
    log(
      `${todo.length} tables, ${triggers.length} triggers, ${kept.length} foreign keys kept and ` +
        `${keys.length - kept.length} dropped; ${refused.length} refused.`,
    );
  });
  return refused;
}

/** Distributes everything and makes what a cluster has besides. @throws Error with what Citus refused */
export async function distributeAll(url) {
  const refused = await distribute(url, () => {});
  if (refused.length > 0) throw new Error(refused.join('\n'));
  await makeOutbox(url);
}

/** Makes what a cluster has besides, and what is set there; again before and after an upgrade. */
export async function makeOutbox(url) {
  const text = readFileSync(new URL('outbox.sql', import.meta.url), 'utf8');
  await connected(url, (client) => client.query(text));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const refused = await distribute(process.env.DATABASE_URL);
  for (const line of refused) console.error(line);
  process.exitCode = refused.length === 0 ? 0 : 1;
}
