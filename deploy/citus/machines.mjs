// Compares the machines of a cluster after a migration: their functions, and each part of a table with the table.
import { query } from './cluster.mjs';

const FUNCTIONS = `
  select json_object_agg(p.oid::regprocedure::text, md5(pg_get_functiondef(p.oid))) from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
     and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;
/**
 * What a table is: columns, what its triggers call, and how many keys, rules and indexes it has. Names differ by part; triggers of
 * `truncate` alone are none of parts.
 */
const shape = (table) => `
  concat_ws(' ',
    (select string_agg(concat(a.attname, a.atttypid::regtype, a.attnotnull), ',' order by a.attname) from pg_attribute a
      where a.attrelid = ${table} and a.attnum > 0 and not a.attisdropped),
    (select string_agg(concat(t.tgfoid::regproc, t.tgtype, t.tgenabled), ',' order by t.tgfoid::regproc::text, t.tgtype) from pg_trigger t
      where t.tgrelid = ${table} and not t.tgisinternal and (t.tgtype & 28) > 0),
    (select string_agg(concat(k.contype, k.convalidated), '' order by k.contype, k.convalidated) from pg_constraint k
      where k.conrelid = ${table} and k.contype <> 't'),
    (select count(*) from pg_index i where i.indrelid = ${table}))`;
const TABLES = `select logicalrelid::text as name, ${shape('logicalrelid')} as shape from pg_dist_partition
   where partmethod = 'h' or repmodel = 't'`;
/** Every part on this machine, and the table as this machine has it. */
const PARTS = `
  select json_agg(json_build_array(name, shape)) from (
    ${TABLES}
    union
    select s.logicalrelid::text, ${shape("to_regclass(s.logicalrelid::text || '_' || s.shardid)")}
      from pg_dist_shard s where to_regclass(s.logicalrelid::text || '_' || s.shardid) is not null) parts`;

/** @returns how much was compared @throws Error naming what differs */
export async function sameEverywhere(url) {
  // Parts are hidden from all but those who ask for them.
  const onAll = (what) =>
    query(url, `select nodeid as machine, success, result from run_command_on_all_nodes($all$${what}$all$)`);
  const differs = [];
  // A machine has the functions that its tables need, and those that were made since.
  const [{ json_object_agg: functions }] = await query(url, FUNCTIONS);
  for (const { machine, success, result } of await onAll(FUNCTIONS)) {
    if (!success) throw new Error(result);
    for (const [name, its] of Object.entries(JSON.parse(result)))
      if (functions[name] !== its) differs.push(`${name} of machine ${machine}`);
  }
  const tables = new Map((await query(url, TABLES)).map(({ name, shape: its }) => [name, its]));
  const compared = new Set();
  for (const { machine, success, result } of await onAll(PARTS)) {
    if (!success) throw new Error(result);
    for (const [name, its] of JSON.parse(result)) {
      if (!tables.has(name)) continue;
      compared.add(`${name} of ${machine}`);
      if (its !== tables.get(name))
        differs.push(`${name} of machine ${machine}: ${its} | ${tables.get(name)}`);
    }
  }
  if (differs.length > 0) throw new Error(differs.join('; '));
  return `${Object.keys(functions).length} functions, ${tables.size} tables, ${compared.size} of them on their machines`;
}

/** Tables of which no row may be deleted, with a column that every row has. */
const KEPT = `
  select distinct on (c.relname) c.relname as name, a.attname as column
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attnotnull and a.attname <> 'merchant_id'
   where c.relnamespace = 'public'::regnamespace and (t.tgtype & 11) = 10 and t.tgfoid::regproc::text ~ 'refuse_change$'
     and c.relname !~ '_\\d{6,}$'
   order by c.relname, a.attnum`;

/** Tries to delete from every table that is kept, rows that there are not. @returns how many refuse @throws Error naming those that do not */
export async function refuseDeletes(url) {
  const kept = await query(url, KEPT);
  const open = [];
  for (const { name, column } of kept) {
    const told = await query(url, `delete from ${name} where ${column} is null`).catch((error) => error);
    if (!(told instanceof Error)) open.push(name);
    else if (!/refused|append-only/.test(told.message)) throw new Error(`${name}: ${told.message}`);
  }
  if (open.length > 0) throw new Error(open.join());
  return `${kept.length} tables`;
}
