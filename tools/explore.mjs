// `npm run explore [rounds]`: runs the property tests with new seeds. A failed round prints its seed: `PROPERTY_SEED=…
// npx vitest run` repeats it.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = Number(process.argv[2] ?? 3);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('usage: npm run explore [rounds], a number from 1');
  process.exit(2);
}
const files = ['contract/src', 'server/src', 'server/tests', 'web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(root, folder, name))
    .filter((file) => readFileSync(file, 'utf8').includes("from 'fast-check'")),
);

if (files.length === 0) {
  console.error('No property tests were found.');
  process.exit(1);
}

for (let round = 1; round <= rounds; round += 1) {
  const seed = String(randomInt(2 ** 31));
  console.log(`Round ${round} of ${rounds}, seed ${seed}`);
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PROPERTY_SEED: seed },
  });
  if (status !== 0) {
    console.error(`Failed with seed ${seed}.`);
    process.exit(1);
  }
}
