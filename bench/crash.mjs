// 2,000 operations with money by 16 clients, the product killed ten times in them and its database five; then the books
// are proved and every acknowledged operation is asked for. The workload and its proofs are those of the short run in
// the tests, which a short run only lists, because the suite runs them. Usage: node bench/crash.mjs [operations] [kills] [seed]
import { spawn } from 'node:child_process';
import { root, sized } from './support.mjs';

const [operations = '2000', kills = '10', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const run = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    ...sized(['run'], ['list', '--filesOnly']),
    'server/tests/reliability/kill-money.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, OPERATIONS: operations, KILLS: kills, SEED: seed },
  },
);
run.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
