/** `npm run ops -- processor …` */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskOf } from '../../../tests/kit/ops.ts';
import { accountForm } from '../../../tests/kit/processors.ts';
import { startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { type MpgsStandIn, startStandIn } from '../../processors/mpgs/stand-in.ts';
import { processorCommands } from './commands.ts';

let daftar: TestServer;
let standIn: MpgsStandIn;
let folder: string;
beforeAll(async () => {
  daftar = await startTestServer();
  standIn = await startStandIn();
  folder = await mkdtemp(join(tmpdir(), 'processor-files-'));
});
afterAll(async () => {
  await standIn.close();
  await daftar.close();
  await rm(folder, { recursive: true, force: true });
});

const { lastAudit } = deskOf(() => daftar);
const run = (...words: string[]) => processorCommands.processor!(daftar.app, words, 'ops:mona');
const fileOf = async (content: unknown) => {
  const path = join(folder, 'account.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const goodForm = () => {
  const { baseUrl, credentials, notificationSecret } = standIn.settings;
  return accountForm({ base_url: baseUrl, credentials, notification_secret: notificationSecret });
};
const count = async () =>
  (await daftar.database.sql<[{ n: number }]>`select count(*)::int as n from processor_accounts`)[0].n;

test('an account is added from a file at once, its credentials checked, its address printed and the user logged', async () => {
  const said = await run('add', await fileOf(goodForm()));
  expect(said).toContain('The processor accepts the credentials.');
  expect(said).toMatch(
    /notifications to \/pay\/callbacks\/mpgs\/[\w-]{20,} at the server's address, which is not known/,
  );
  expect(said).not.toContain('localhost:3000');
  Object.assign(daftar.app.config, { hasPublicUrl: true, publicUrl: 'https://pay.example.com' });
  expect(await run('list')).toMatch(
    /notifications to https:\/\/pay\.example\.com\/pay\/callbacks\/mpgs\/[\w-]{20,}/,
  );
  expect(said).not.toContain(standIn.settings.credentials.apiPassword);
  expect(await lastAudit()).toMatchObject({ action: 'processor.add', actor: 'ops:mona' });
  const [{ id }] = await daftar.database.sql<[{ id: number }]>`select id from processor_accounts`;
  expect(await run('list')).toContain(`${id}  Bank  mpgs  test  on  provider  Card`);
  expect(await run('check', String(id))).toContain('accepts');
  expect(await run('off', String(id))).toContain('test  off');
  expect(await run('on', String(id))).toContain('test  on');
  const secret = standIn.settings.credentials.apiPassword!;
  const wrong = await fileOf({ credentials: { apiPassword: 'not the right one' } });
  await expect(run('rotate', String(id), wrong)).rejects.toThrow(/credentialsRefused/);
  expect(await run('check', String(id))).toContain('accepts');
  const right = await fileOf({ credentials: { apiPassword: secret }, notification_secret: 'another' });
  expect(await run('rotate', String(id), right)).toContain('accepts');
  expect(await lastAudit()).toMatchObject({ action: 'processor.rotate', actor: 'ops:mona' });
});

test('nothing is added when the file is wrong or the processor refuses the credentials', async () => {
  const before = await count();
  const form = goodForm();
  await expect(run('add', join(folder, 'missing.json'))).rejects.toThrow(/unreadableFile/);
  const broken = run('add', await fileOf('{"credentials": {"apiPassword": "s3cret"'));
  await expect(broken).rejects.toMatchObject({ ref: { params: { reason: 'it is not JSON' } } });
  await expect(run('add', await fileOf({ ...form, mode: 'demo', methods: [] }))).rejects.toMatchObject({
    fields: { mode: [{ key: 'Invalid' }], methods: [{ key: 'Required' }] },
  });
  const credentials = { ...form.credentials, apiPassword: 'not the right one' };
  await expect(run('add', await fileOf({ ...form, credentials }))).rejects.toThrow(/credentialsRefused/);
  expect(await count()).toBe(before);
});

test('a wrong call shows the usage', async () => {
  for (const words of [[], ['add'], ['off', 'x'], ['rotate', '1'], ['toString'], ['check', '0']])
    expect(await run(...words), words.join(' ')).toBeNull();
});
