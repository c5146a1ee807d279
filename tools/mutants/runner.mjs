// Keeps one Vitest for many faults: the database is set up once, and only the file with the fault is loaded anew.
// Started by tools/mutants.mjs, which sends one fault at a time and ends it when a fault hangs it.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, createVitest } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));
// A dependency of the server.
const postgres = createRequire(join(root, 'server/package.json'))('postgres');

/** The first test that failed in this run. */
let failed = null;
const alive = () => process.send({ alive: true });
const reporter = {
  // Each step has a limit of its own, so that a slow machine is not taken for a fault that hangs.
  onTestModuleQueued: alive,
  onTestModuleCollected: alive,
  onTestCaseReady: alive,
  onHookEnd: alive,
  onTestCaseResult(test) {
    alive();
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    const file = relative(root, test.module.moduleId);
    failed ??= {
      file,
      noticedBy: `${file} > ${test.fullName}`,
      isTooLate: errors.some(({ message }) => /\btimed out\b/i.test(message)),
    };
  },
};

/** What is asked for, in this order. */
let asked = [];
class InOrder extends BaseSequencer {
  sort(specs) {
    const place = ({ moduleId }) => asked.findIndex((filter) => moduleId.includes(filter));
    return [...specs].sort((a, b) => place(a) - place(b));
  }
}

// One worker: most faults are noticed by the first file, and loading the product is what takes the time.
const vitest = await createVitest('test', {
  root,
  watch: false,
  bail: 1,
  fileParallelism: false,
  sequence: { sequencer: InOrder },
  reporters: [reporter],
});

const server = vitest.projects.find(({ name }) => name === 'server');
// What Vitest itself calls before the first test: starts the server and applies our migrations, once.
await server._initializeGlobalSetup();

/** Runs the tests that the filters name. @returns what noticed, 'unnoticed', or why nothing could be loaded. */
async function runTests(filters) {
  failed = null;
  asked = filters;
  const specs = await vitest.globTestSpecifications(filters);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs);
  if (failed) return failed;
  const ran = new Set(specs.map(({ moduleId }) => moduleId));
  const broken = testModules.find((module) => ran.has(module.moduleId) && module.state() === 'failed');
  if (!broken && unhandledErrors.length === 0) return {};
  const message = String((broken?.errors()[0] ?? unhandledErrors[0])?.message);
  if (/Transform failed|PARSE_ERROR|Unexpected token/.test(message)) return { invalid: message };
  const file = broken && relative(root, broken.moduleId);
  return {
    file,
    noticedBy: `${file ?? 'no test'}: ${message.split('\n')[0]}`,
    isTooLate: /\btimed out\b/i.test(message),
  };
}

/** Puts a function into the database that the tests copy. @returns why it cannot be. */
async function replaceFunction(text) {
  const { adminUrl, template } = server.getProvidedContext().testDatabase;
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  // postgres.js takes the folder of a Unix socket as an option; in the URL it would become a setting of the session.
  const socket = url.searchParams.get('host');
  url.searchParams.delete('host');
  const sql = postgres(url.href, { ...(socket ? { host: socket } : {}), max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(text);
    return null;
  } catch (error) {
    return error.message;
  } finally {
    await sql.end();
  }
}

/**
 * One fault, until a stage of tests notices. A machine that does much else runs out of time as well: what did so must do it
 * again, and not without the fault.
 */
async function tried(mutant, folder) {
  const first = await triedOnce(mutant, folder);
  if (!first.isTooLate) return first;
  const found = await triedOnce(mutant, folder);
  if (!found.isTooLate) return found;
  const without = found.file ? await runTests([found.file]) : found;
  return without.noticedBy ? { unclear: found.noticedBy } : found;
}

async function triedOnce({ file, original, changed, stages }, folder) {
  if (file) {
    process.env.MUTANT_OF = join(root, file);
    process.env.MUTANT_CODE = join(folder, 'mutant.ts');
    writeFileSync(process.env.MUTANT_CODE, changed);
    vitest.invalidateFile(process.env.MUTANT_OF);
  } else {
    const invalid = await replaceFunction(changed);
    if (invalid) return { invalid };
  }
  try {
    for (const filters of stages) {
      const result = await runTests(filters);
      if (result.noticedBy || result.invalid) return result;
    }
    return {};
  } finally {
    if (file) vitest.invalidateFile(process.env.MUTANT_OF);
    else await replaceFunction(original);
    delete process.env.MUTANT_CODE;
  }
}

process.on('message', async (mutant) => {
  if (mutant.end) {
    await vitest.close();
    process.exit(0);
  }
  process.send({ result: await tried(mutant, mutant.folder) });
});
// Whoever asked is gone, perhaps killed.
process.once('disconnect', () => process.exit(1));
process.send({ ready: true });
