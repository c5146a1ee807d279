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
const reporter = {
  onTestCaseResult(test) {
    process.send({ alive: true });
    if (test.result().state === 'failed')
      failed ??= `${relative(root, test.module.moduleId)} > ${test.fullName}`;
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

/** Runs the tests that the filters name. @returns what noticed, 'unnoticed', or why nothing could be loaded. */
async function runTests(filters) {
  failed = null;
  asked = filters;
  const specs = await vitest.globTestSpecifications(filters);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs);
  if (failed) return { noticedBy: failed };
  const ran = new Set(specs.map(({ moduleId }) => moduleId));
  const broken = testModules.find((module) => ran.has(module.moduleId) && module.state() === 'failed');
  if (!broken && unhandledErrors.length === 0) return {};
  const message = String((broken?.errors()[0] ?? unhandledErrors[0])?.message);
  if (/Transform failed|PARSE_ERROR|Unexpected token/.test(message)) return { invalid: message };
  return { noticedBy: `${broken ? relative(root, broken.moduleId) : 'no test'}: ${message.split('\n')[0]}` };
}

/** Puts a function into the database that the tests copy. @returns why it cannot be. */
async function replaceFunction(text) {
  const project = vitest.projects.find(({ name }) => name === 'server');
  // What Vitest itself calls before the first test: starts the server and applies our migrations, once.
  await project._initializeGlobalSetup();
  const { adminUrl, template } = project.getProvidedContext().testDatabase;
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(text);
    return null;
  } catch (error) {
    return error.message;
  } finally {
    await sql.end();
  }
}

/** One fault, until a stage of tests notices. */
async function tried({ file, original, changed, stages }, folder) {
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
