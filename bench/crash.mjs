// Runs 2,000 money operations by 16 clients while the product is killed ten times and its database five; then checks
// the ledger and every acknowledged operation. Workload and checks are those of the short run in the tests, which a
// short run of this script only lists, because the suite runs them. Usage: node bench/crash.mjs [operations] [kills]
// [seed]
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
