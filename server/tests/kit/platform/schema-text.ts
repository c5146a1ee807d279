import type { Db } from '../../../src/platform/db/connect.ts';

/** Tables that the migration runner keeps in this schema. */
const FOREIGN_TABLES = ['migrations', 'sql_sources'];

/**
 * Returns the schema `public` of a database as text, from its catalogs (npm's PostgreSQL ships no pg_dump): the same text for
 * the same schema on one version of PostgreSQL. Tests compare schemas by it.
 * @throws Error for an unknown kind of object, so that none is omitted silently.
 */
export async function schemaText(db: Db): Promise<string> {
  await refuseUnknownKinds(db);
  const parts = [
    await extensions(db),
    await enums(db),
    await functions(db, 'of plain values'),
    await tables(db),
    // A row is a type only once its table is there.
    await functions(db, 'of rows'),
    await foreignKeys(db),
    await indexes(db),
    await triggers(db),
  ];
  return parts.flat().join('\n');
}

type Statement = { statement: string };
const texts = (rows: readonly Statement[]) => rows.map(({ statement }) => `${statement.trim()};\n`);

/** A condition: the object does not belong to an extension. */
const isOurs = (db: Db, catalog: 'pg_class' | 'pg_proc' | 'pg_type', oid: string) => db`
  not exists (
    select 1 from pg_depend d
    where d.classid = ${catalog}::regclass and d.objid = ${db.unsafe(oid)} and d.deptype = 'e')`;

const ourTable = (db: Db) => db`
  c.relnamespace = 'public'::regnamespace and c.relname <> all (${FOREIGN_TABLES})
  and ${isOurs(db, 'pg_class', 'c.oid')}`;

async function refuseUnknownKinds(db: Db): Promise<void> {
  const unknown = await db<{ name: string }[]>`
    select c.relname as name from pg_class c
    where ${ourTable(db)} and c.relkind not in ('r', 'i', 'c')
      and not (c.relkind = 'S' and exists (
        select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('i', 'a')))
    union all
    select t.typname from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype not in ('e', 'c', 'b') and ${isOurs(db, 'pg_type', 't.oid')}
    union all
    select p.polname from pg_policy p`;
  if (unknown.length === 0) return;
  throw new Error(`schema-text.ts cannot write ${unknown.map(({ name }) => name).join(', ')} yet: teach it.`);
}

/** Returns the extensions without their versions, which depend on the server. */
async function extensions(db: Db): Promise<string[]> {
  const rows = await db<Statement[]>`
    select format('create extension if not exists %I', extname) as statement from pg_extension
    where extname <> 'plpgsql' order by extname`;
  return texts(rows);
}

async function enums(db: Db): Promise<string[]> {
  const rows = await db<Statement[]>`
    select format('create type %I as enum (%s)', t.typname,
             (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
              from pg_enum e where e.enumtypid = t.oid)) as statement
    from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype = 'e' and ${isOurs(db, 'pg_type', 't.oid')}
    order by t.typname`;
  return texts(rows);
}

async function functions(db: Db, which: 'of plain values' | 'of rows'): Promise<string[]> {
  const rows = await db<Statement[]>`
    select pg_get_functiondef(p.oid) as statement from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and ${isOurs(db, 'pg_proc', 'p.oid')}
      and ${which === 'of rows'} = exists (
        select 1 from unnest(p.proargtypes) a (oid) join pg_type t on t.oid = a.oid join pg_class c on c.oid = t.typrelid
        where c.relkind in ('r', 'p'))
    order by p.proname, pg_get_function_identity_arguments(p.oid)`;
  return texts(rows);
}

/** Returns each table's columns in order, then its constraints except foreign keys. NOT NULL is part of the column. */
async function tables(db: Db): Promise<string[]> {
  const rows = await db<Statement[]>`
    select format(E'create %stable %I (\n%s\n)%s', case c.relpersistence when 'u' then 'unlogged ' else '' end, c.relname,
             concat_ws(E',\n', (
               select string_agg('  ' || concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
                        case when a.attcollation <> t.typcollation then
                          (select format('collate %I', l.collname) from pg_collation l where l.oid = a.attcollation) end,
                        case when a.attgenerated <> '' then
                          format('generated always as (%s) %s', pg_get_expr(d.adbin, d.adrelid),
                            case a.attgenerated when 's' then 'stored' else 'virtual' end)
                        when a.attidentity <> '' then
                          format('generated %s as identity (start with %s)', case a.attidentity when 'a' then 'always' else 'by default' end,
                            (select q.seqstart from pg_sequence q
                              where q.seqrelid = pg_get_serial_sequence(c.relname, a.attname)::regclass))
                        when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
                        case when a.attnotnull then 'not null' end), E',\n' order by a.attnum)
               from pg_attribute a join pg_type t on t.oid = a.atttypid
               left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             ), (
               select string_agg(format('  constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), E',\n'
                        order by k.contype <> 'p', k.contype <> 'u', k.conname)
               from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'x')
             )),
             case when c.reloptions is not null then
               ' with (' || array_to_string(c.reloptions, ', ') || ')' else '' end) as statement
    from pg_class c where c.relkind = 'r' and ${ourTable(db)} order by c.relname`;
  return texts(rows);
}

async function foreignKeys(db: Db): Promise<string[]> {
  const rows = await db<Statement[]>`
    select format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as statement
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and ${ourTable(db)} order by c.relname, k.conname`;
  return texts(rows);
}

/** Returns the indexes that do not belong to a constraint. */
async function indexes(db: Db): Promise<string[]> {
  const rows = await db<Statement[]>`
    select pg_get_indexdef(i.indexrelid) as statement
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where ${ourTable(db)} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.relname, x.relname`;
  return texts(rows);
}

async function triggers(db: Db): Promise<string[]> {
  const rows = await db<Statement[]>`
    select pg_get_triggerdef(g.oid) as statement
    from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal and ${ourTable(db)} order by c.relname, g.tgname`;
  const always = await db<Statement[]>`
    select format('alter table %I %s trigger %I', c.relname,
             case g.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'disable' end, g.tgname) as statement
    from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal and g.tgenabled <> 'O' and ${ourTable(db)} order by c.relname, g.tgname`;
  return [...texts(rows), ...texts(always)];
}
