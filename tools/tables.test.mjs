import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { checkTables } from './tables.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

let copy;
let said;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'daftar-tables-'));
  for (const each of ['server/sql', 'server/src', 'server/migrations', 'docs/operations.md'])
    cpSync(join(root, each), join(copy, each), { recursive: true });
  said = vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterAll(() => {
  said.mockRestore();
  rmSync(copy, { recursive: true, force: true });
});

/** Checks the server with one more file. @returns whether that passes, and what is printed. */
function checked(path, text) {
  const planted = join(copy, 'server/src', path);
  onTestFinished(() => rmSync(planted));
  writeFileSync(planted, text);
  said.mockClear();
  return { passes: checkTables(copy), said: said.mock.calls.flat().join('\n') };
}

test.each([
  ['update transactions set status = 1', 'refunds', 'transactions is written in'],
  [
    'with t as (\n  insert into\n  transaction_events default values) select',
    'checkout',
    'transaction_events',
  ],
  ['delete from refunds where id = 1', 'payouts', 'refunds is written in'],
  ['update merchants m set status = 4', 'kyc', 'merchants is written in'],
  ['insert into users default values', 'orders', 'users is written in'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the SQL of a template, as the check reads it
  ['update ${db(table)} set id = 1', 'orders', 'cannot read'],
])('“%s” in %s fails the check', (sql, folder, said) => {
  const found = checked(`${folder}/store-planted.ts`, `export const planted = (db) => db\`${sql}\`;\n`);
  expect(found).toEqual({ passes: false, said: expect.stringContaining(said) });
  expect(found.said).toContain(`${folder}/store-planted.ts`);
});

test('two migrations with one number fail the check', () => {
  const result = checked('../migrations/1110_another.sql', 'select 1;');
  expect(result.passes).toBe(false);
  expect(result.said).toContain('1110_another.sql and 1110_');
});

test('deleting old rows of a table that belongs to another folder fails the check', () => {
  const text =
    "deleteBefore(app, { table: 'refund_sessions', key: ['id'], moment: 'created_at' }, before);\n";
  expect(checked('orders/store-planted.ts', text)).toEqual({
    passes: false,
    said: expect.stringContaining('refund_sessions'),
  });
});

test.each([
  [
    'reading, locking and comments',
    'refunds/store-planted.ts',
    'select from transactions where merchant_id = 1 for update of transactions',
  ],
  ['a comment', 'refunds/store-planted.ts', '` /* update transactions */ `'],
  ['its owner', 'transactions/store-planted.ts', 'update transactions set status = 1'],
  ['a test', 'refunds/planted.test.ts', 'update transactions set status = 1'],
])('%s passes', (_, path, sql) => {
  expect(checked(path, `export const planted = (db) => db\`${sql}\`;\n`)).toEqual({ passes: true, said: '' });
});

test.each([
  ['a table that is not listed', '', '`refunds`, ', 'refunds: not listed'],
  ['one that is listed twice', '`refunds`, ', '`refunds`, `refunds`, ', 'refunds: listed twice'],
  ['one that is no more', '`refunds`, ', '`refunds`, `failed_tries`, ', 'failed_tries: no such table'],
  ['old rows deleted of one that keeps them', '`refunds`, ', '`refunds`, `risk_facts`, ', 'a job deletes'],
  ['a promise to delete that nothing keeps', '| 8 days | ', '| 8 days | `refunds`, ', 'nothing deletes'],
])('%s fails the check', (_, from, to, problem) => {
  const path = join(copy, 'docs/operations.md');
  const before = readFileSync(path, 'utf8');
  onTestFinished(() => writeFileSync(path, before));
  const changed = from === '' ? before.replace(to, '') : before.replace(from, to);
  expect(changed).not.toBe(before);
  writeFileSync(path, changed);
  said.mockClear();
  expect(checkTables(copy)).toBe(false);
  expect(said.mock.calls.flat().join('\n')).toContain(problem);
});
