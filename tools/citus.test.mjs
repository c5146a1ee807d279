import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTables } from '../deploy/citus/database.mjs';
import { keepsKey } from '../deploy/citus/distribute.mjs';
import { droppedKeys } from '../deploy/citus/keys.mjs';
import { citusProblems, migrationFindings, schemaFindings, statementFindings } from './citus.mjs';
import { readSchema, sqlOf } from './citus-reads.mjs';
import { readSchemaSources } from './schema-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { tables: classes } = readTables();
const schema = readSchemaSources(root);
const before = new Set(schemaFindings(readSchema(schema), classes));

/** What is found of the schema with one thing more. */
const withMore = (sql, also = classes) =>
  schemaFindings(readSchema(`${schema}\n${sql}\n`), also).filter((each) => !before.has(each));
/** A function of a trigger, as the schema is written. */
const trigger = (body, on, rest = 'for each row', name = 'planted') =>
  `create or replace function ${name}()\n returns trigger\n language plpgsql\nas $$\nbegin\n${body}\nend $$;\n` +
  `create trigger planted after insert on ${on} ${rest} execute function ${name}();\n`;
const GIVEN = 'referencing new table as added for each statement';

test('the server has nothing that a cluster refuses, but for what is listed with its reason, and nothing is listed that is mended', () => {
  expect(citusProblems(root)).toEqual([]);
});

test('the foreign keys that are dropped on a cluster are those that its check compares', () => {
  const named = [...before]
    .filter((each) => each.startsWith('foreign key across machines:'))
    .map((each) => each.split(': ')[1]);
  expect(
    droppedKeys()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(named.sort());
  expect([keepsKey('distributed', 'reference'), keepsKey('reference', 'distributed')]).toEqual([true, false]);
});

describe('of the schema, this is found', () => {
  const more = (kind, name) => ({ ...classes, [kind]: [...classes[kind], name] });
  const columns = 'id bigint generated always as identity not null,\n  merchant_id bigint not null,';
  test.each([
    ['a table in no class', 'create table planted (\n  id bigint not null\n);', 'table in no class: planted'],
    [
      'a unique key without the merchant',
      'create unique index planted on orders (reference);',
      'unique key across machines: planted',
    ],
    [
      'a key from a table that is whole to merchants’ rows',
      'alter table pay_tokens add constraint planted foreign key (merchant_id, id) references orders (merchant_id, id);',
      'foreign key across machines: planted',
    ],
    [
      'such a key that also deletes',
      'alter table pay_tokens add constraint planted foreign key (merchant_id, id) references orders (merchant_id, id) on delete cascade;',
      'foreign key across machines deletes: planted',
    ],
    [
      'a trigger of a merchant’s table that asks by the merchant of another row',
      trigger(
        'perform from orders o where o.merchant_id = new.merchant_id and (select 1 from users u where u.merchant_id = o.merchant_id);',
        'orders',
      ),
      'trigger of a merchant’s table asks by another row’s merchant: planted of orders (planted)',
    ],
    [
      'a transition table in a statement with a table',
      trigger('insert into store_customers select merchant_id, mode, email from added;', 'orders', GIVEN),
      'transition table beside a table: planted (store_customers)',
    ],
    [
      'a trigger of a table on every machine that writes',
      trigger('insert into store_customers values (1);', 'merchants'),
      'trigger of a table on every machine does more than once: planted of merchants',
    ],
    [
      'a trigger of a table on every machine that reads merchants’ rows',
      trigger('if exists (select from users u) then return null; end if;', 'merchants'),
      'trigger of a table on every machine reads others: planted of merchants',
    ],
    [
      'a trigger that refuses emptying together with changes, which parts of a table would not have',
      'create trigger planted before delete or update or truncate on orders for each statement execute function refuse_change();',
      'trigger of emptying and of more: planted of orders',
    ],
    [
      'a trigger of a merchant’s table that notifies',
      trigger("perform pg_notify('daftar_news', '');", 'orders'),
      'trigger of a merchant’s table tells or queues itself: planted of orders (planted)',
    ],
    [
      'a trigger of a merchant’s table that writes to another machine',
      trigger('update merchants set status = 1;', 'orders'),
      'trigger of a merchant’s table writes elsewhere: planted of orders (merchants)',
    ],
    [
      'a trigger of a merchant’s table that draws a number',
      trigger('insert into notifications (merchant_id) values (new.merchant_id);', 'orders'),
      'trigger of a merchant’s table draws a number: planted of orders (notifications)',
    ],
    [
      'a trigger of a merchant’s table that reads what is on the coordinator',
      trigger('perform from bank_lines;', 'orders'),
      'trigger of a merchant’s table reads what only the coordinator has: planted of orders (bank_lines)',
    ],
    [
      'a function in SQL that reads merchants’ rows',
      'create or replace function planted()\n returns bigint\n language sql\nas $$ select id from orders $$;',
      'function in SQL reads merchants’ tables: planted',
    ],
    [
      'a function that locks without the merchant',
      'create or replace function planted()\n returns void\n language plpgsql\nas $$\nbegin\nperform from orders o where o.id = p_id for update;\nend $$;',
      'lock of rows without the merchant: planted() (orders)',
    ],
    [
      'a function that takes a row of what is on the coordinator',
      'create or replace function planted(l bank_lines)\n returns void\n language plpgsql\nas $$\nbegin\nreturn;\nend $$;',
      'function takes a row of what only the coordinator has: planted (bank_lines)',
    ],
    [
      'a function that adds a job itself',
      "create or replace function planted()\n returns void\n language plpgsql\nas $$\nbegin\nperform graphile_worker.add_job('x');\nend $$;",
      'function adds a job itself: planted',
    ],
    [
      'the case of a variable among inserted values',
      "create or replace function planted()\n returns void\n language plpgsql\nas $$\nbegin\ninsert into orders (merchant_id, note) values (p_merchant_id, case v_kind when 'a' then 'b' end);\nend $$;",
      'case of a variable in an insert: planted()',
    ],
    [
      'a question for rows without columns, beside a part that changes rows',
      'create or replace function planted()\n returns void\n language plpgsql\nas $$\nbegin\nwith moved as (\n update orders set note = null where merchant_id = p_id returning id\n) select exists (select from order_items i where i.merchant_id = p_id) into v from moved;\nend $$;',
      'subquery without columns beside a change: planted() (order_items)',
    ],
    [
      'a unique key without the merchant in an expression of several lines',
      'create unique index planted on orders (reference, (\nCASE\n    WHEN (mode = 1) THEN id\n    ELSE NULL\nEND));',
      'unique key across machines: planted',
    ],
    [
      'a key between merchants’ rows without the merchant',
      'alter table order_items add constraint planted foreign key (order_id) references orders (id);',
      'foreign key without the merchant: planted',
    ],
    [
      'a key between merchants’ rows that crosses the merchant',
      'alter table order_items add constraint planted foreign key (merchant_id, order_id) references orders (id, merchant_id);',
      'foreign key without the merchant: planted',
    ],
    [
      'a key that empties the merchant when the other row goes',
      'alter table order_items add constraint planted foreign key (merchant_id, order_id) references orders (merchant_id, id) on delete set null;',
      'foreign key that empties the merchant: planted',
    ],
    [
      'a trigger of a merchant’s table that asks without the merchant',
      trigger('perform 1 from order_items i where i.order_id = new.id;', 'orders'),
      'trigger of a merchant’s table asks without the merchant: planted of orders (order_items)',
    ],
    [
      'a trigger of a merchant’s table that notifies by a statement',
      trigger('notify daftar_news;', 'orders'),
      'trigger of a merchant’s table tells or queues itself: planted of orders (planted)',
    ],
    [
      'a trigger of a merchant’s table that takes a number from a sequence',
      trigger("new.id := nextval('orders_id_seq');", 'orders'),
      'trigger of a merchant’s table draws a number: planted of orders (planted)',
    ],
    [
      'a function that runs a text',
      trigger("execute 'update merchants set status = 1';", 'orders'),
      'function runs a text, which nobody reads: planted',
    ],
    [
      'a function that joins merchants’ rows without the merchant',
      'create or replace function planted()\n returns void\n language plpgsql\nas $$\nbegin\nupdate orders o set note = null from order_items i where i.order_id = o.id;\nend $$;',
      'join of merchants’ rows without the merchant: planted() (orders,order_items)',
    ],
    [
      'a procedure',
      'CREATE OR REPLACE PROCEDURE public.planted()\n language plpgsql',
      'not read: CREATE OR REPLACE PROCEDURE public.planted()',
    ],
    [
      'a function whose body is not a text',
      'create or replace function planted()\n returns bigint\n language sql\nRETURN (SELECT max(id) FROM orders);\n\n',
      'not read: create or replace function planted()',
    ],
    [
      'a view',
      'create view planted as select id from orders;',
      'not read: create view planted as select id from orders;',
    ],
    [
      'a rule',
      'create rule planted as on insert to orders do nothing;',
      'not read: create rule planted as on insert to orders do nothing;',
    ],
    [
      'parts of a table',
      'create table planted (\n  id bigint not null\n) partition by range (id);',
      'not read: ) partition by range (id);',
    ],
  ])('%s', (_, sql, finding) => expect(withMore(sql)).toContain(finding));
  test('a merchant’s table with numbers that are too small, or an exclusion without the merchant', () => {
    const sql =
      'create table planted (\n  id integer generated always as identity not null,\n  merchant_id bigint not null,\n  constraint planted_x exclude using gist (id with =)\n);';
    expect(withMore(sql, more('distributed', 'planted'))).toEqual([
      'numbers smaller than bigint: planted',
      'exclusion across machines: planted_x',
    ]);
  });
  test('a merchant’s table without its column', () => {
    const sql = 'create table planted (\n  id bigint not null\n);';
    expect(withMore(sql, more('distributed', 'planted'))).toEqual([
      'distributed table without merchant_id: planted',
    ]);
  });
  test('a class without its table, and nothing of a table that is right', () => {
    expect(withMore('', more('reference', 'planted'))).toEqual(['no such table: planted']);
    const sql = `create table planted (\n  ${columns}\n  constraint planted_pkey PRIMARY KEY (merchant_id, id)\n);`;
    expect(withMore(sql, more('distributed', 'planted'))).toEqual([]);
  });
});

describe('of the statements, this is found', () => {
  const found = (sql) =>
    statementFindings('noun/store.ts', sqlOf(`const a = db\`${sql}\`;`), readSchema(schema), classes);
  test.each([
    [
      'select from orders o where o.id = 1 for update',
      'lock of rows without the merchant: noun/store.ts (orders)',
    ],
    [
      'select from orders order by id limit 1 for update skip locked',
      'locks the next rows of any merchant: noun/store.ts (orders)',
    ],
    [
      'update merchants m set email = u.email from users u where u.merchant_id = m.id',
      'change of a table that is whole by merchants’ rows: noun/store.ts (merchants: users)',
    ],
    [
      'select 1 from merchants m left join merchant_settings s on s.merchant_id = m.id',
      'outer join to merchants’ rows without the merchant: noun/store.ts (merchant_settings)',
    ],
    [
      'select (select count(*) from orders o where o.merchant_id = m.id) from merchants m',
      'subquery of merchants’ rows by a table that is whole: noun/store.ts (orders)',
    ],
    [
      'select (select o.id from orders o where o.merchant_id = t.of_merchant) from bank_lines t',
      'subquery of merchants’ rows by a table that is whole: noun/store.ts (orders)',
    ],
    [
      'select from users me join users u on u.person_id = me.person_id where me.merchant_id = 1',
      'join of merchants’ rows without the merchant: noun/store.ts (users)',
    ],
    ['select count(*) from (select from orders) o', 'subquery without columns: noun/store.ts (orders)'],
    [
      'with moved as (delete from orders where merchant_id = 1 returning id) select exists (select from order_items i where i.merchant_id = 1) from moved',
      'subquery without columns beside a change: noun/store.ts (order_items)',
    ],
    ['select min(o.mode) from orders o', 'least or greatest of modes: noun/store.ts (orders)'],
    [
      'select sum((select 1 from order_items i where i.merchant_id = o.merchant_id)) from orders o',
      'sum of subqueries: noun/store.ts (order_items,orders)',
    ],
    [
      'select (select b.id from bank_lines b where b.id = o.id) from orders o where o.merchant_id = 0',
      'subquery of what only the coordinator has by merchants’ rows: noun/store.ts (bank_lines)',
    ],
    [
      'insert into bank_lines (id) values ((select max(id) from orders))',
      'values of an insert ask merchants’ rows: noun/store.ts (orders)',
    ],
    [
      "select from risk_facts f where risk_before(f, 'card') is null",
      'row given to risk_before(): noun/store.ts (risk_facts)',
    ],
    [
      'select o.id from orders o, order_items i where i.order_id = o.id',
      'join of merchants’ rows without the merchant: noun/store.ts (orders,order_items)',
    ],
    [
      'update orders o set note = null from order_items i where i.order_id = o.id',
      'join of merchants’ rows without the merchant: noun/store.ts (orders,order_items)',
    ],
    [
      'select o.id from orders o where exists (select from order_items i where i.order_id = o.id)',
      'subquery of merchants’ rows without the merchant: noun/store.ts (orders,order_items)',
    ],
    [
      'select x.id from orders o cross join lateral (select i.order_id as id from order_items i where i.order_id = o.id) x',
      'subquery of merchants’ rows without the merchant: noun/store.ts (orders,order_items)',
    ],
    [
      'update orders set merchant_id = 5 where merchant_id = 4',
      'change of a row’s merchant: noun/store.ts (orders)',
    ],
    [
      'insert into orders (merchant_id, id) values (1, 2) on conflict (merchant_id, id) do update set note = null, merchant_id = 5',
      'change of a row’s merchant: noun/store.ts (orders)',
    ],
    [
      'insert into orders (merchant_id, id) values (1, 2) on conflict (merchant_id, id) do update set note = (select email from people)',
      'subquery in a change on conflict: noun/store.ts (orders)',
    ],
    [
      'update orders set note = gen_random_uuid() where merchant_id = 4',
      'change by a value that is another each time: noun/store.ts (orders)',
    ],
    [
      'with recursive r as (select id from orders union all select o.id from orders o join r on r.id = o.id) select id from r',
      'recursion without the merchant: noun/store.ts (orders)',
    ],
    [
      'select mode, count(*) from orders group by rollup (mode)',
      'grouping sets without the merchant: noun/store.ts (orders)',
    ],
    [
      "select from orders where merchant_id = any ('{1,2}') for update",
      'lock of several merchants’ rows: noun/store.ts (orders)',
    ],
    [
      'merge into orders o using order_items i on i.order_id = o.id when matched then delete',
      'merge without the merchant: noun/store.ts (orders,order_items)',
    ],
  ])('%s', (sql, finding) => expect(found(sql)).toEqual([finding]));
  test.each([
    ['a statement in quotation marks', "await db.unsafe('select from orders where id = 1 for update');"],
    [
      'one behind a regular expression with one of them',
      'const quoted = /[\'"]/;\nawait db`select from orders where id = 1 for update`;',
    ],
    ['names in quotation marks', 'await db`SELECT FROM "orders" WHERE id = 1 FOR UPDATE`;'],
  ])('and %s is read', (_, source) =>
    expect(statementFindings('noun/store.ts', sqlOf(source), readSchema(schema), classes)).toEqual([
      'lock of rows without the merchant: noun/store.ts (orders)',
    ]),
  );
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the SQL of a template, as the check reads it
  test.each([
    'select from orders o where o.merchant_id = ${merchantId} and o.id = ${id} for update',
    'select 1 from merchants m left join merchant_settings s on s.merchant_id = ${merchantId} where m.id = ${merchantId}',
    'select from orders where ${mine ? db`merchant_id = ${merchantId}` : db`true`} for share',
    'select o.id from orders o, order_items i where o.merchant_id = ${merchantId} and i.merchant_id = ${merchantId} and i.order_id = o.id',
    'update orders set note = null, updated_at = now() where merchant_id = ${merchantId}',
  ])('and nothing of %s', (sql) => expect(found(sql)).toEqual([]));
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the SQL of a template, as the check reads it
});

describe('of a migration, this is found', () => {
  const found = (sql) =>
    migrationFindings('1_planted.sql', sql, readSchema(schema), {
      ...classes,
      distributed: [...classes.distributed, 'planted'],
    });
  const table = 'create table planted (merchant_id bigint not null, id bigint not null);';
  test.each([
    [
      'alter table orders add column a bigint, add constraint b check (a > 0);',
      'change that must stand alone: 1_planted.sql (orders)',
    ],
    [
      'alter table orders enable always trigger a, drop constraint b;',
      'change that must stand alone: 1_planted.sql (orders)',
    ],
    [
      'alter table operators add column a bigint references people, add column b text;',
      'change that must stand alone: 1_planted.sql (operators)',
    ],
    [
      'alter table orders add column a numeric(2, 1) check (a > 0);',
      'column with a rule that has no name: 1_planted.sql (orders)',
    ],
    [
      'alter table orders add column a bigint generated always as identity;',
      'column that draws numbers: 1_planted.sql (orders)',
    ],
    [
      'alter table orders alter column merchant_id type integer;',
      'change of what rows are spread by: 1_planted.sql (orders)',
    ],
    ['alter table orders inherit customers;', 'change that is not supported: 1_planted.sql (orders)'],
    [
      'do $$ begin update orders set note = null; end $$;',
      "block whose statements nobody reads: 1_planted.sql (do '')",
    ],
    ['alter table orders rename constraint a to b;', 'change that is not supported: 1_planted.sql (orders)'],
    [
      `${table} alter table orders add foreign key (merchant_id, id) references planted (merchant_id, id);`,
      'foreign key to a new table: 1_planted.sql (orders)',
    ],
    [
      `${table} insert into planted select merchant_id, id from orders;`,
      'rows of a new table: 1_planted.sql (planted)',
    ],
    [
      "update tickets t set note = a.actor from audit_log a where a.merchant_id = t.merchant_id and a.subject = 'ticket:' || t.id;",
      'number joined to a text: 1_planted.sql (tickets)',
    ],
    [
      'update merchants m set email = u.email from users u where u.merchant_id = m.id;',
      'change of a table that is whole by merchants’ rows: 1_planted.sql (merchants: users)',
    ],
  ])('%s', (sql, finding) => expect(found(sql)).toEqual([finding]));
  test.each([
    'alter table orders add column a bigint not null default 0, add column b text;',
    'alter table orders add column a bigint; alter table orders add constraint b check (a > 0) not valid; alter table orders validate constraint b;',
    'alter table orders add column a bigint references operators;',
    'alter table bank_lines add column a bigint check (a > 0), add constraint b check (a > 1);',
    "update tickets t set note = a.actor from audit_log a where a.merchant_id = t.merchant_id and a.subject = 'ticket:' || t.id::text;",
    `${table} alter table planted add constraint a check (id > 0), add constraint b check (id > 1);`,
  ])('and nothing of %s', (sql) => expect(found(sql)).toEqual([]));
});
