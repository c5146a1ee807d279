/** Screening: the list's file, hits, decisions, and an activation that is refused. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { samples } from '../../tests/kit/samples.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { moderate, moderateMerchant } from '../ops/moderate.ts';
import type { App } from '../platform/context.ts';
import { readList } from './list-file.ts';
import { loadList, readListState, screenAll, screenMerchant } from './service.ts';

let daftar: TestServer;
let reviewer: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let folder: string;
let app: App;
beforeAll(async () => {
  // One connection: an approval that takes another while it holds one would wait for itself for ever.
  daftar = await startTestServer({ databasePool: 1 });
  folder = await mkdtemp(join(tmpdir(), 'screening-'));
  // The running server has it too: an approval screens before it decides.
  Object.assign(daftar.app.config, { screening: { provider: 'file', list: join(folder, 'list.csv') } });
  app = daftar.app;
  reviewer = await daftar.operator('reviewer');
  second = await daftar.operator('reviewer');
  owner = await daftar.merchant();
});
afterAll(async () => {
  await daftar.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await daftar.database.sql`delete from screening_hits`;
});

const { ask, tell, lastAudit, approveNewest } = deskOf(() => daftar);
const HEAD = 'reference,name,aliases,birth_date,source\n';
const write = async (lines: string) => {
  await writeFile(join(folder, 'list.csv'), HEAD + lines);
  await loadList(app);
};
const hits = async (query: Record<string, string> = {}) =>
  (await ask(reviewer, '/screening', query)).body.data;
const rename = (name: string) =>
  daftar.database.sql`update merchants set business_name = ${name} where id = ${owner.merchantId}`;

test('a list is taken, replaced when its file changes, and kept when the new one has mistakes', async () => {
  await rename('Nour Trading');
  await write('X-1,Karim Fictif,كريم فيكتيف;K. Fictif,1970-02-03,Sample\n');
  expect(await readListState(app)).toMatchObject({ is_connected: true, entries: 1, problems: [] });
  await write('X-1,,,1970-02-03,Sample\nX-2,Sami Inventado,,03/02/1970,\n');
  expect((await ask(reviewer, '/screening/list')).body.data).toMatchObject({
    entries: 1,
    problems: [
      { line: 2, column: 'name', reason: 'missing' },
      { line: 3, column: 'source', reason: 'missing' },
      { line: 3, column: 'birth_date', reason: 'date' },
    ],
  });
  await rename('Fictif Karim');
  await screenMerchant(app, owner.merchantId);
  expect(await hits()).toMatchObject([
    { merchant: { id: owner.merchantId }, listed_name: 'Karim Fictif', score: 100, birth_date: '1970-02-03' },
  ]);
  await rm(join(folder, 'list.csv'));
  await loadList(app);
  expect(await readListState(app)).toMatchObject({ entries: 1, problems: [{ reason: 'unreadable' }] });
});

test('hits are found in Arabic, near ones too, once each; a decision stays and is logged', async () => {
  await rename('شركة مُخترع الخيالى');
  await write('Y-7,مخترع خيالي,,,Sample\nY-8,Somebody Else,,,Sample\n');
  await screenAll(app);
  await screenAll(app);
  const [hit, ...others] = await hits();
  expect(others).toEqual([]);
  expect(hit).toMatchObject({ part: 'business', listed_reference: 'Y-7', state: 'open' });
  const path = `/screening/${owner.merchantId}/${hit.id}`;
  expect((await tell(reviewer, path, { decision: 'false' })).status).toBe(422);
  expect((await tell(reviewer, path, { decision: 'maybe', reason: 'x' })).status).toBe(422);
  expect((await tell(reviewer, path, { decision: 'false', reason: 'Another birth date' })).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'merchant.screening',
    actor: reviewer.email,
    before: { state: 'open' },
    after: { state: 'false', reason: 'Another birth date' },
  });
  await screenAll(app);
  expect(await hits()).toEqual([]);
  expect(await hits({ state: 'false' })).toHaveLength(1);
});

test('everybody of a business is compared, however many they are', async () => {
  const other = await daftar.merchant();
  await daftar.database.sql`
    insert into users (merchant_id, role_id, first_name, last_name, email, mobile)
    select merchant_id, role_id, 'Amal ' || translate(lpad(n::text, 3, '0'), '0123456789', 'abcdefghij'),
           case when n = 600 then 'Zzinventado' else 'Nour' end, 'amal' || n || 'of' || merchant_id || '@example.com', ''
      from users, generate_series(1, 600) n where id = ${other.userId}`;
  // By name the last one.
  await daftar.database.sql`
    update users set first_name = 'Zz' where merchant_id = ${other.merchantId} and last_name = 'Zzinventado'`;
  await write('Z-1,Zz Zzinventado,,,Sample\n');
  await screenMerchant(app, other.merchantId);
  expect(await hits()).toMatchObject([{ part: 'person', listed_reference: 'Z-1' }]);
});

test('of a common name every listed one is shown', async () => {
  await rename('Samir Comun Fictif');
  await write(
    Array.from({ length: 30 }, (_, at) => `C-${at},Samir Comun Fictif,,19${at + 10},Sample\n`).join(''),
  );
  await screenMerchant(app, owner.merchantId);
  const [row] = await daftar.database.sql`
    select count(*)::int as count from screening_hits where merchant_id = ${owner.merchantId}`;
  expect(row).toEqual({ count: 30 });
});

test('an activation is refused while a hit is open or true, and goes on once it is somebody else', async () => {
  const made = await samples['ops-kyc.submission']?.params?.({ daftar, actor: owner, mode: 'live' });
  const id = Number(made?.id);
  const { fields } = (await ask(reviewer, `/kyc/${id}`)).body.data;
  await write(`Z-1,${fields.signatoryName},,,Sample\n`);
  await daftar.database.sql`delete from screening_hits`;
  const approve = () => tell(reviewer, `/kyc/${id}/approve`, { version: 1 });
  const refused = await approve();
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining('like one on the screening list'),
  ]);
  const [hit] = await hits({ merchant_id: String(id) });
  expect(hit).toMatchObject({ listed_reference: 'Z-1', score: 100, has_application: true });
  const waiting = (await ask(reviewer, '/overview/waiting')).body.data;
  expect(waiting).toContainEqual({ kind: 'screening', count: 1 });
  const decide = (decision: string) =>
    tell(reviewer, `/screening/${id}/${hit.id}`, { decision, reason: 'Compared the birth date' });
  await decide('true');
  expect((await approve()).body.message).toContain('cannot be activated');
  // One reviewer alone can neither take that back nor go on; a second one can.
  expect((await decide('false')).body.message).toContain('Another operator');
  expect((await approve()).body.message).toContain('cannot be activated');
  expect((await approveNewest(reviewer)).status).toBe(400);
  expect((await approveNewest(second)).status).toBe(200);
  expect((await approve()).status).toBe(200);

  // Found true once it is live: it is suspended, and not resumed.
  await decide('true');
  await moderateMerchant(app, 'suspend', id, { actor: 'test' });
  await expect(moderateMerchant(app, 'resume', id, { actor: 'test' })).rejects.toThrow('screening.true');
});

test('names are compared by the command line too, and nobody is activated while no list was ever taken', async () => {
  const made = await samples['ops-kyc.submission']?.params?.({ daftar, actor: owner, mode: 'live' });
  const id = Number(made?.id);
  const { fields } = (await ask(reviewer, `/kyc/${id}`)).body.data;
  await write(`W-1,${fields.signatoryName},,,Sample\n`);
  const { sql } = daftar.database;
  await sql`delete from screening_hits`;
  const [login] = await sql<{ email: string }[]>`select email from users where merchant_id = ${id}`;
  const byShell = () => moderate(app, 'approve', login!.email, { actor: 'ops:test', version: 1 });
  await expect(byShell()).rejects.toThrow('screening.open');
  await sql`delete from screening_hits`;
  await sql`delete from screening_list`;
  await write('W-1,,,,Sample\n');
  await expect(byShell()).rejects.toThrow('screening.noList');
  expect((await tell(reviewer, `/kyc/${id}/approve`, { version: 1 })).status).toBe(400);
});

test('whatever the bytes, a file is read or refused with its line', () => {
  const read = (bytes: Buffer | string) => readList(Buffer.from(bytes));
  expect(read('name\nx\n')).toEqual({ problems: [{ line: 1, column: 'source', reason: 'missing' }] });
  expect(read('')).toHaveProperty('problems');
  expect(read('name,source\n"x,y\n')).toMatchObject({ problems: [{ reason: 'unreadable' }] });
  expect(read('name,source\nA\u0000B,y\n')).toEqual({
    problems: [{ line: 2, column: 'name', reason: 'letters' }],
  });
  expect(read(`name,source\n${'x'.repeat(301)},y\n`)).toEqual({
    problems: [{ line: 2, column: 'name', reason: 'tooLong' }],
  });
  expect(read(Buffer.concat([Buffer.from('name,source\n'), Buffer.from([0xff, 0xfe, 0x2c, 0x79])]))).toEqual({
    problems: [{ line: 2, column: 'name', reason: 'letters' }],
  });
  expect(read(Buffer.alloc(20_000_001, 'x'))).toMatchObject({ problems: [{ reason: 'tooLarge' }] });
  expect(read(`name,source\n${'a,b\n'.repeat(100_001)}`)).toMatchObject({
    problems: [{ reason: 'tooMany' }],
  });
});
