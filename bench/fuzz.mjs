// Calls every endpoint over HTTP with mutated bodies, paths, queries and headers, on a database of its own: no 5xx, an
// envelope wherever one is promised, and a consistent ledger. The requests are those of the short run in the tests,
// which a short run of this script only lists, because the suite runs them. Usage: node bench/fuzz.mjs [seconds] [seed]
import { spawn } from 'node:child_process';
import { root, sized } from './support.mjs';

const [seconds = '180', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const args = [
  'node_modules/vitest/vitest.mjs',
  ...sized(['run'], ['list', '--filesOnly']),
  'server/tests/reliability/fuzz.test.ts',
];
const run = spawn(process.execPath, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SECONDS: seconds, SEED: seed },
});
run.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
