import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('`npm run mutants` plants and tries one fault in SQL and one in TypeScript', {
  timeout: 300_000,
}, () => {
  const args = ['tools/mutants.mjs', '--in', 'ledger', '--count', '2', '--near'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(stdout, stderr).toMatch(/^sql: [01] of 1 noticed/m);
  expect(stdout, stderr).toMatch(/^code: [01] of 1 noticed/m);
});
