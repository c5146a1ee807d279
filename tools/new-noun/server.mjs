// What new-noun.mjs writes for the contract and the server.

/** @returns texts by path. */
export function contractFiles({ noun, many, table, One, ONE, access }) {
  return {
    [`contract/src/${noun}.ts`]: `import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, list } from './envelope.ts';
import { listQuery } from './paging.ts';
import { IdParams, text } from './text.ts';

/** Columns the list sorts by; each is an index of the table. */
export const ${ONE}_SORTS = ['id', 'created_at', 'name'] as const;

export const ${One}Row = z.object({ id: z.number(), name: z.string(), created_at: z.string() });
export type ${One}Row = z.output<typeof ${One}Row>;

export const ${One}Form = z.object({ name: text(150) });
export type ${One}FormValues = z.output<typeof ${One}Form>;

export const ${many} = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/${table}',
    base: 'mode',
    access: '${access}',
    query: listQuery({
      dialect: 'snake',
      sort: ${ONE}_SORTS,
      filters: { name: z.optional(z.string().check(z.maxLength(150))) },
    }),
    reply: list(${One}Row),
  },
  details: {
    method: 'GET',
    path: '/merchant/${table}/:id',
    base: 'mode',
    access: '${access}',
    params: IdParams,
    reply: data(${One}Row),
  },
  create: {
    method: 'POST',
    path: '/merchant/${table}/create',
    base: 'mode',
    access: '${access}',
    idempotent: true,
    body: ${One}Form,
    reply: data(z.object({ id: z.number() })),
  },
});
`,
  };
}

/** @returns texts by path; the table's under `table`. */
export function serverFiles(forms) {
  const { noun, many, Many, table, words, title, single, One, ONE, word } = forms;
  const folder = `server/src/${noun}`;
  return {
    [`${folder}/routes.ts`]: `import { ${many} as endpoints } from '@daftar/contract/${noun}';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts ${words}. */
export function register${Many}(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => service.list${Many}(app, caller, query),
    details: async ({ app, caller, params }) => ({ data: await service.get${One}(app, caller, params.id) }),
    create: async ({ app, caller, body }) => ({
      data: await service.create${One}(app, caller, body),
      message: { key: '${noun}.created' },
    }),
  });
}
`,
    [`${folder}/service.ts`]: `import type { ${One}FormValues, ${One}Row } from '@daftar/contract/${noun}';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { NameTaken, ${One}NotFound } from './errors.ts';
import { cleanName } from './rules.ts';
import * as store from './store.ts';

/** Lists one page of the caller's ${words}. */
export async function list${Many}(
  app: App,
  caller: Caller,
  request: store.ListRequest,
): Promise<Page<${One}Row>> {
  const { rows, meta } = await store.list${Many}(app.db, caller, request);
  return { rows: rows.map(rowOf), meta };
}

/** Returns one ${word}. @throws ${One}NotFound */
export async function get${One}(app: App, caller: Caller, id: number): Promise<${One}Row> {
  const found = await store.find${One}(app.db, caller, id);
  if (!found) throw new ${One}NotFound();
  return rowOf(found);
}

/** Creates one. @throws NameTaken */
export async function create${One}(app: App, caller: Caller, form: ${One}FormValues): Promise<{ id: number }> {
  const now = app.clock.now();
  const name = cleanName(form.name);
  return transaction(app.db, async (tx) => {
    const id = await store.insert${One}(tx, caller, { name, now });
    if (id === null) throw new NameTaken();
    await recordAudit(tx, caller, now, { action: '${single}.create', subject: \`${single}:\${id}\`, after: { name } });
    return { id };
  });
}

function rowOf(row: store.Listed${One}): ${One}Row {
  return { id: row.id, name: row.name, created_at: row.createdAt.toISOString() };
}
`,
    [`${folder}/store.ts`]: `import type { ${ONE}_SORTS } from '@daftar/contract/${noun}';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { type Page, readPage, type SortColumn, type Sql } from '../platform/lists/page.ts';
import { beginsPattern, typedText } from '../platform/lists/search.ts';

/** A ${word} as listed. */
export interface Listed${One} {
  id: number;
  name: string;
  createdAt: Date;
}

type Sort = (typeof ${ONE}_SORTS)[number];

/** The paging and filters of a list request. */
export interface ListRequest {
  paging: Parameters<typeof readPage>[1] & { sortBy: Sort };
  filters: { name?: string | undefined };
}

/** Each is backed by an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  name: { expression: 't.name_key', unique: true },
};

const columns = (db: Db) => db\`t.id, t.name, t.created_at as "createdAt"\`;
const inScope = (db: Db, scope: Scope) => db\`t.merchant_id = \${scope.merchantId} and t.mode = \${scope.mode}\`;

/** Lists one page of a merchant's ${words}. */
export function list${Many}(
  db: Db,
  scope: Scope,
  { paging, filters }: ListRequest,
): Promise<Page<Listed${One}>> {
  const conditions: Sql[] = [];
  if (typedText(filters.name ?? '') !== '') {
    conditions.push(db\`t.name_key like \${beginsPattern(filters.name!)}\`);
  }
  return readPage<Listed${One}>(db, paging, {
    table: '${table}',
    scope: inScope(db, scope),
    filters: conditions,
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** Finds one ${word}. */
export async function find${One}(db: Db, scope: Scope, id: number): Promise<Listed${One} | null> {
  const [row] = await db<Listed${One}[]>\`
    select \${columns(db)} from ${table} t where \${inScope(db, scope)} and t.id = \${id}\`;
  return row ?? null;
}

/** Inserts one. @returns its id, or null when the name is taken. */
export async function insert${One}(
  tx: Tx,
  scope: Scope,
  { name, now }: { name: string; now: Date },
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>\`
    insert into ${table} (merchant_id, mode, name, created_at)
    values (\${scope.merchantId}, \${scope.mode}, \${name}, \${now})
    on conflict (merchant_id, mode, name_key) do nothing returning id\`;
  return row?.id ?? null;
}
`,
    [`${folder}/rules.ts`]: `/** A name as it is kept: what was pasted with line ends and runs of spaces reads as one line. */
export function cleanName(typed: string): string {
  return typed.replace(/\\s+/g, ' ').trim();
}
`,
    [`${folder}/errors.ts`]: `import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The ${word} does not exist, or belongs to another merchant or mode. */
export class ${One}NotFound extends NotFoundError {}

/** Another ${word} has this name. */
export class NameTaken extends RuleError {
  constructor() {
    super('${noun}.nameTaken');
  }
}
`,
    [`${folder}/routes.test.ts`]: `import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mode } from '../platform/context.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const create = (name: string, headers: Record<string, string> = {}) =>
  daftar.call({ method: 'POST', path: '/merchant/${table}/create', mode: 'live', as: owner, headers, body: { name } });

const get = (path: string, as = owner, mode: Mode = 'live', query: Record<string, string> = {}) =>
  daftar.call({ path: \`/merchant/${table}\${path}\`, mode, as, query });

test('what was created is read back, under the name as it is kept', async () => {
  const { body } = await create('  First \\n  one ');
  const { status, body: found } = await get(\`/\${body.data.id}\`);
  expect(status).toBe(200);
  expect(found.data).toMatchObject({ id: body.data.id, name: 'First one' });
});

test('the list is searched by the beginning of a name, in any spelling, and sorted', async () => {
  for (const name of ['أحمد', 'باسم', 'احسان']) await create(name);
  const names = async (query: Record<string, string>) =>
    (await get('', owner, 'live', query)).body.data.map((row: { name: string }) => row.name);
  expect(await names({ sort_by: 'name', sort_type: 'asc' })).toEqual(['احسان', 'أحمد', 'باسم']);
  expect(await names({ name: 'اح', sort_by: 'id', sort_type: 'asc' })).toEqual(['أحمد', 'احسان']);
});

test('a name is used once', async () => {
  expect((await create('One')).status).toBe(200);
  expect((await create(' one')).status).toBe(400);
});

test('the same Idempotency-Key makes one', async () => {
  const key = { 'idempotency-key': 'once' };
  const first = await create('Once', key);
  expect((await create('Once', key)).raw).toBe(first.raw);
});

test('without a name it is refused at that field', async () => {
  const { status, body } = await create(' ');
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['name']);
});

test("another merchant's, the other mode's and a missing one are the same: not there", async () => {
  const { body } = await create('Mine');
  const stranger = await daftar.merchant();
  const answers = [
    await get(\`/\${body.data.id}\`, stranger),
    await get(\`/\${body.data.id}\`, owner, 'test'),
    await get('/999999999'),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: answers[0]!.body });
});
`,
    table: `-- ${title}.

create table ${table} (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  name text not null check (name <> ''),
  -- The name as lists sort, search and compare it.
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

alter table ${table} add constraint ${table}_merchant_id_fkey foreign key (merchant_id) references merchants (id);

-- One per column the list sorts by; ties break by id. The name is unique, so it needs no id.
create index ${table}_by_id on ${table} (merchant_id, mode, id);
create index ${table}_by_created_at on ${table} (merchant_id, mode, created_at, id);
create unique index ${table}_by_name on ${table} (merchant_id, mode, name_key);
`,
    [`server/locales/en/${noun}.json`]: json({
      created: `The ${word} was created`,
      nameTaken: 'This name is already used; choose another one',
    }),
    [`server/locales/ar/${noun}.json`]: json({
      created: 'تم الحفظ بنجاح',
      nameTaken: 'هذا الاسم مستخدم بالفعل، اختر اسمًا آخر',
    }),
  };
}

export const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
