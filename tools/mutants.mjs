// `npm run mutants [-- --count 60 --seed 1 --only sql|code --in checkout]`: plants one fault at a time in code that
// handles money, runs its tests until one fails, and prints the faults that no test noticed. No file of the project is
// changed: code is replaced while it is loaded, a database function by a further migration.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faultsOf, functionsOf, planted } from './mutants/sql.mjs';
import { faultsOfCode, faultsOfQueries } from './mutants/typescript.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const explained = JSON.parse(readFileSync(join(root, 'tools/mutants/explained.json'), 'utf8'));
/** The share of faults that must be noticed. */
const GOAL = 0.9;
const LONGEST_MILLISECONDS = 240_000;

/** Code that handles money, with the tests that should notice, its own first. */
const PLACES = {
  ledger: ['server/src/ledger', 'server/src/money.property.test.ts'],
  checkout: [
    'server/src/checkout',
    'server/src/invoices/races.test.ts',
    'server/src/invoices/places.test.ts',
    'server/src/orders',
    'server/src/money.property.test.ts',
  ],
  transactions: [
    'server/src/transactions',
    'server/src/refunds',
    'server/src/payouts',
    'server/src/chargebacks',
    'server/src/money.property.test.ts',
  ],
  refunds: ['server/src/refunds', 'server/src/approvals', 'server/src/money.property.test.ts'],
  payouts: ['server/src/payouts', 'server/src/approvals', 'server/src/money.property.test.ts'],
  settlements: ['server/src/settlements', 'server/src/money.property.test.ts'],
  chargebacks: ['server/src/chargebacks', 'server/src/money.property.test.ts'],
  approvals: ['server/src/approvals'],
  orders: ['server/src/orders', 'server/src/storefront'],
};
/** Database functions, by the place whose tests should notice, with the test to run first. */
const FUNCTIONS = [
  [/^ledger_/, 'ledger', 'server/src/ledger/database.test.ts'],
  [
    /^attempt_|^release_places$|payment_link|^link_|^expire_links$/,
    'checkout',
    'server/src/checkout/outcome.test.ts',
  ],
  [/invoice/, 'checkout', 'server/src/invoices/places.test.ts'],
  [/^payable_order_|^order_|^lock_order|^release_due_order/, 'orders', 'server/src/orders/pieces.test.ts'],
  [/^payable_/, 'checkout', 'server/src/checkout/payment.test.ts'],
  [/^settle|^merchant_settles$/, 'settlements', 'server/src/settlements/due.test.ts'],
];
/** Texts, routes, lists and files for people are not mutated. */
const DECIDES_NOTHING =
  /(?:^|\/)(?:errors|routes|export|seed|testing|index|renderer|views|rows|pages|messages|receipt|payer|requests|form|play|code-message|(?:store-)?(?:remind|list|announce))\.ts$|\.test\.ts$/;

/** A seeded random generator between 0 and 1 (mulberry32). */
function numbersOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The line of a fault, before and with it. */
function linesOf(text, fault) {
  const from = text.lastIndexOf('\n', fault.start) + 1;
  const until = text.indexOf('\n', fault.end);
  const tidy = (line) => line.replace(/\s+/g, ' ').trim();
  const changed = planted(text, fault);
  const longer = changed.length - text.length;
  return [text.slice(from, until), changed.slice(from, until + longer)].map(tidy);
}

const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/** Every fault in the code and queries of a place. */
async function codeFaults(place) {
  const folder = join('server/src', place);
  const files = readdirSync(join(root, folder), { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => file.endsWith('.ts') && !DECIDES_NOTHING.test(file));
  const found = [];
  for (const file of files.sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const fault of [...(await faultsOfCode(file, text)), ...faultsOfQueries(text)])
      found.push({ place, file, text, fault, at: `${file}:${lineOf(text, fault.start)}` });
  }
  return found;
}

/** Every fault in the database functions. */
function functionFaults() {
  const schema = readFileSync(join(root, 'server/schema.sql'), 'utf8');
  return functionsOf(schema).flatMap(({ name, text, body }) => {
    const [, place, first] = FUNCTIONS.find(([pattern]) => pattern.test(name)) ?? [];
    if (!place) return [];
    return faultsOf(text.slice(body, -'$function$'.length)).map((fault) => ({
      place,
      first,
      text,
      fault: { ...fault, start: fault.start + body, end: fault.end + body },
      at: `${name}:${lineOf(text.slice(body), fault.start)}`,
    }));
  });
}

/** Draws some, spread as evenly over the places as their numbers allow. */
function drawn(faults, count, next) {
  const shuffled = faults.map((fault) => ({ fault, order: next() })).sort((a, b) => a.order - b.order);
  const queues = Object.keys(PLACES).map((place) => shuffled.filter(({ fault }) => fault.place === place));
  const taken = [];
  while (taken.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const each = queue.shift();
      if (each && taken.length < count) taken.push(each.fault);
    }
  }
  return taken;
}

/**
 * The tests to run one after the other until one notices: nearest first, since most faults are noticed there. Each is a
 * list of filters.
 */
function stagesOf({ place, file, first }) {
  const nearest = [first ?? file.replace(/\.ts$/, '.test.ts')].filter((test) => existsSync(join(root, test)));
  const [own, ...others] = PLACES[place];
  return [nearest, [own], others].filter((stage) => stage.length > 0);
}

/**
 * Runs tests with one fault.
 * @returns 'noticed', also for a timeout; 'unnoticed'; or 'invalid' when it does not load.
 */
function tried(mutant, folder) {
  const { file, text, fault } = mutant;
  const env = { ...process.env };
  const changed = planted(text, fault);
  if (file) {
    env.MUTANT_OF = join(root, file);
    env.MUTANT_CODE = join(folder, 'mutant.ts');
    writeFileSync(env.MUTANT_CODE, changed);
  } else {
    env.TEST_MIGRATIONS_DIRECTORY = join(folder, 'migrations');
    rmSync(env.TEST_MIGRATIONS_DIRECTORY, { recursive: true, force: true });
    cpSync(join(root, 'server/migrations'), env.TEST_MIGRATIONS_DIRECTORY, { recursive: true });
    writeFileSync(join(env.TEST_MIGRATIONS_DIRECTORY, '9999_mutant.sql'), `${changed};\n`);
  }
  for (const stage of stagesOf(mutant)) {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot', ...stage];
    const run = spawnSync(process.execPath, args, {
      cwd: root,
      env,
      encoding: 'utf8',
      timeout: LONGEST_MILLISECONDS,
    });
    if (run.status === 0) continue;
    const said = `${run.stdout}${run.stderr}`;
    const isInvalid =
      /9999_mutant|Transform failed|PARSE_ERROR|syntax error at/.test(said) && !/✗|×|FAIL .* > /.test(said);
    return isInvalid ? 'invalid' : 'noticed';
  }
  return 'unnoticed';
}

/** Whether a fault is listed as having no visible effect. */
const isExplained = (mutant) => {
  const [before, after] = linesOf(mutant.text, mutant.fault);
  return explained.some((each) => each.before === before && each.after === after);
};

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    in: { type: 'string' },
  },
});
if (values.in && !PLACES[values.in]) throw new Error(`--in: one of ${Object.keys(PLACES).join(', ')}`);
if (values.only && !['sql', 'code'].includes(values.only)) throw new Error('--only: sql or code');
const next = numbersOf(Number(values.seed));
const places = values.in ? [values.in] : Object.keys(PLACES);
const found = [
  ...(values.only === 'sql' ? [] : (await Promise.all(places.map(codeFaults))).flat()),
  ...(values.only === 'code' ? [] : functionFaults().filter(({ place }) => places.includes(place))),
];
const all = found.filter((mutant) => !isExplained(mutant));
const isSql = (mutant) => !mutant.file;
const count = Number(values.count);
// Half of each kind, unless only one was requested.
const sql = drawn(all.filter(isSql), values.only === 'sql' ? count : Math.ceil(count / 2), next);
const code = drawn(
  all.filter((mutant) => !isSql(mutant)),
  count - sql.length,
  next,
);
console.log(
  `${all.length} faults can be planted, besides ${found.length - all.length} explained ones; ` +
    `${sql.length + code.length} are, drawn with seed ${values.seed}.`,
);

const folder = mkdtempSync(join(tmpdir(), 'daftar-mutants-'));
const counts = { sql: { noticed: 0, tried: 0 }, code: { noticed: 0, tried: 0 } };
try {
  for (const mutant of [...sql, ...code]) {
    const result = tried(mutant, folder);
    const [before, after] = linesOf(mutant.text, mutant.fault);
    console.log(`${result.padEnd(9)} ${mutant.at} ${mutant.fault.kind}`);
    if (result === 'unnoticed') console.log(`    - ${before}\n    + ${after}`);
    if (result === 'invalid') continue;
    const kind = counts[isSql(mutant) ? 'sql' : 'code'];
    kind.tried += 1;
    if (result === 'noticed') kind.noticed += 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [kind, { noticed, tried: all }] of Object.entries(counts)) {
  if (all === 0) continue;
  const isEnough = noticed / all >= GOAL;
  console.log(`${kind}: ${noticed} of ${all} noticed${isEnough ? '' : `, fewer than ${GOAL * 100} of 100`}`);
  if (!isEnough) process.exitCode = 1;
}
