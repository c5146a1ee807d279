// `npm run mutants [-- --count 60 --seed 1 --only sql|code --in checkout/limits.ts:42 --skip 20 --near]`: plants one fault at
// a time in code that handles money, runs its tests until one fails, and prints the faults that no test noticed. No file
// of the project is changed: code is replaced while it is loaded, a database function in the template that tests copy.
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faultsOf, functionsOf, planted } from './mutants/sql.mjs';
import { faultsOfCode, faultsOfQueries } from './mutants/typescript.mjs';
import { verdictOf } from './mutants/verdict.mjs';
import { readSchemaSources } from './schema-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const explained = JSON.parse(readFileSync(join(root, 'tools/mutants/explained.json'), 'utf8'));
/** A test may take half a minute, and so may each step before it: after a longer silence something hangs. */
const SILENCE_MILLISECONDS = 90_000;

/** Whether a page of these lists is read by index alone, by any sort and filter. */
const MONEY_LISTS = 'server/tests/endpoints/money-lists.test.ts';

/** Code that handles money, with the tests that should notice, its own first. */
const PLACES = {
  ledger: ['server/src/ledger', 'server/tests/functions/books.test.ts', 'server/src/money.property.test.ts'],
  checkout: [
    'server/src/checkout',
    'server/src/invoices/races.test.ts',
    'server/src/invoices/places.test.ts',
    'server/src/orders',
    'server/tests/functions/payments.test.ts',
    'server/src/money.property.test.ts',
  ],
  transactions: [
    'server/src/transactions',
    'server/src/refunds',
    'server/src/payouts',
    'server/src/chargebacks',
    'server/src/money.property.test.ts',
    'server/tests/endpoints/lists.test.ts',
  ],
  refunds: ['server/src/refunds', 'server/src/approvals', 'server/src/money.property.test.ts', MONEY_LISTS],
  payouts: [
    'server/src/payouts',
    'server/src/approvals',
    'server/src/ops/cross-merchant',
    'server/src/money.property.test.ts',
    MONEY_LISTS,
  ],
  settlements: [
    'server/src/settlements',
    'server/src/reserve',
    'server/src/ops/cross-merchant',
    'server/src/transactions',
    'server/src/money.property.test.ts',
    MONEY_LISTS,
  ],
  chargebacks: [
    'server/src/chargebacks',
    'server/src/ops/cross-merchant',
    'server/src/transactions',
    'server/src/money.property.test.ts',
    MONEY_LISTS,
  ],
  approvals: ['server/src/approvals'],
  orders: ['server/src/orders', 'server/src/storefront', 'server/tests/endpoints/store-lists.test.ts'],
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
  [/^payable_order_|^order_|^lock_order/, 'orders', 'server/src/orders/pieces.test.ts'],
  [/^payable_/, 'checkout', 'server/src/checkout/payment.test.ts'],
  [/^settle|^merchant_settles$/, 'settlements', 'server/src/settlements/due.test.ts'],
];
const gone = [...Object.values(PLACES).flat(), ...FUNCTIONS.map(([, , first]) => first)].filter(
  (test) => !existsSync(join(root, test)),
);
if (gone.length > 0) throw new Error(`tests that should notice have moved: ${gone.join(', ')}`);
/** Texts, routes, lists and files for people are not mutated. */
const DECIDES_NOTHING =
  /(?:^|\/)(?:errors|routes|export|seed|index|renderer|views|rows|pages|messages|receipt|payer|requests|form|play|code-message|(?:store-)?(?:remind|list|announce))\.ts$|\.test\.ts$/;

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
  const schema = readSchemaSources(root);
  return functionsOf(schema).flatMap(({ name, text, body }) => {
    const [, place, first] = FUNCTIONS.find(([pattern]) => pattern.test(name)) ?? [];
    if (!place) return [];
    return faultsOf(text.slice(body, -'$$'.length)).map((fault) => ({
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

/** Tests that try many cases or do much at once: run last. */
const LONG = /(?:property|concurrency|races|strangers)\.test\.ts$/;
/** The tests that noticed a fault of the same file before: asked first. */
const noticedBefore = new Map();

/**
 * The tests to run one after the other until one notices: nearest first, since most faults are noticed there. Each is a
 * list of paths.
 */
function stagesOf({ place, file, first, at }) {
  const [own, ...others] = PLACES[place];
  const before = noticedBefore.get(file ?? at.split(':')[0]) ?? [];
  const named = first ? [first] : [file.replace(/\.ts$/, '.test.ts'), `server/src/${place}/${place}.test.ts`];
  const nearest = [...new Set([...before, ...named])].filter((test) => existsSync(join(root, test)));
  const rest = readdirSync(join(root, own), { recursive: true })
    .map((test) => join(own, String(test)))
    .filter((test) => test.endsWith('.test.ts') && !nearest.includes(test));
  const short = [...nearest, ...rest.filter((test) => !LONG.test(test))];
  // Those of pure rules need no database, and Vitest would run them after those that do.
  const isPure = (test) => /(?:\/rules|\.unit)\.test\.ts$/.test(test);
  const stages = [short.filter(isPure), short.filter((test) => !isPure(test))];
  if (!values.near) stages.push([...rest.filter((test) => LONG.test(test)), ...others]);
  return stages.filter((stage) => stage.length > 0);
}

/** A process that runs tests, one fault after the other, until one hangs it. */
function startRunner(folder) {
  const child = fork(join(root, 'tools/mutants/runner.mjs'), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  const ready = new Promise((resolve) => child.once('message', resolve));
  /** Ends it with all it started; the watchdog of its database is not among them, and removes that. */
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  /** Tries one fault. @returns what the runner found, or that it hangs or ended. */
  async function run({ file, text, fault }, stages) {
    await ready;
    return new Promise((resolve) => {
      let silence;
      const finish = (result) => {
        clearTimeout(silence);
        child.off('message', heard);
        child.off('exit', ended);
        resolve(result);
      };
      const heard = ({ result }) => {
        clearTimeout(silence);
        if (result) finish(result);
        else silence = setTimeout(hung, SILENCE_MILLISECONDS);
      };
      const hung = () => {
        kill();
        finish({ noticedBy: 'tests that hang', ended: true });
      };
      const ended = () => finish({ noticedBy: 'tests that end the process', ended: true });
      child.on('message', heard);
      child.once('exit', ended);
      silence = setTimeout(hung, SILENCE_MILLISECONDS);
      child.send({ file, original: text, changed: planted(text, fault), stages, folder });
    });
  }
  const end = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.send({ end: true });
    });
  return { run, end, kill };
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
    skip: { type: 'string', default: '0' },
    /** Runs only the short tests of the same place: for a quick look. */
    near: { type: 'boolean', default: false },
  },
});
const [place] = values.in?.split('/') ?? [];
if (place && !PLACES[place])
  throw new Error(`--in: one of ${Object.keys(PLACES).join(', ')}, or a file in it`);
if (values.only && !['sql', 'code'].includes(values.only)) throw new Error('--only: sql or code');
const next = numbersOf(Number(values.seed));
const places = place ? [place] : Object.keys(PLACES);
const found = [
  ...(values.only === 'sql' ? [] : (await Promise.all(places.map(codeFaults))).flat()),
  ...(values.only === 'code' ? [] : functionFaults().filter(({ place }) => places.includes(place))),
];
const all = found.filter(
  (mutant) => !isExplained(mutant) && (!values.in?.includes('/') || mutant.at.includes(`/${values.in}`)),
);
const isSql = (mutant) => !mutant.file;
const stale = explained.filter(
  ({ before, after }) =>
    !found.some((mutant) => linesOf(mutant.text, mutant.fault).join('\n') === `${before}\n${after}`),
);
if (!values.in && !values.only)
  for (const { before } of stale) console.log(`explained, but never planted any more: ${before}`);
const count = Number(values.count);
// Half of each kind, unless only one was requested.
const sql = drawn(all.filter(isSql), values.only === 'sql' ? count : Math.ceil(count / 2), next);
const code = drawn(
  all.filter((mutant) => !isSql(mutant)),
  count - sql.length,
  next,
);
console.log(
  `${all.length} faults can be planted, besides ${found.filter(isExplained).length} explained ones; ` +
    `${sql.length + code.length} are, drawn with seed ${values.seed}.`,
);

const noCounts = () => ({ noticed: 0, tried: 0, invalid: [] });
const counts = { sql: noCounts(), code: noCounts() };
const chosen = [...sql, ...code].slice(Number(values.skip));
/** Prints the verdict on a run. */
function finish() {
  // A selection may leave one kind out; the whole run may not.
  const isWhole = !values.in && values.skip === '0' && count > 1;
  const kinds = Object.entries(counts).filter(([kind]) => {
    if (values.only && values.only !== kind) return false;
    return isWhole || chosen.some((mutant) => isSql(mutant) === (kind === 'sql'));
  });
  const { lines, isGood } = verdictOf(Object.fromEntries(kinds));
  for (const line of lines) console.log(line);
  if (!isGood) process.exitCode = 1;
}
if (chosen.length === 0) {
  finish();
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), 'daftar-mutants-'));
let runner = startRunner(folder);
process.once('exit', () => {
  runner.kill();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

for (const [index, mutant] of chosen.entries()) {
  const started = performance.now();
  let found = await runner.run(mutant, stagesOf(mutant));
  if (found.ended) {
    // Only a fault that does so twice is its cause.
    runner = startRunner(folder);
    found = await runner.run(mutant, stagesOf(mutant));
    if (found.ended) runner = startRunner(folder);
  }
  const { noticedBy, invalid, unclear } = found;
  const result = invalid ? 'invalid' : unclear ? 'unclear' : noticedBy ? 'noticed' : 'unnoticed';
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const [before, after] = linesOf(mutant.text, mutant.fault);
  console.log(
    `${index + 1}/${chosen.length} ${seconds} s ${result} ${mutant.at} ${mutant.fault.kind}` +
      (noticedBy ? ` by ${noticedBy}` : '') +
      (unclear ? `: without the fault too, ${unclear} runs out of time` : ''),
  );
  if (!noticedBy) console.log(`    - ${before}\n    + ${after}`);
  const kind = counts[isSql(mutant) ? 'sql' : 'code'];
  if (invalid) kind.invalid.push(`${mutant.at}: ${invalid.split('\n')[0]}`);
  if (invalid || unclear) continue;
  kind.tried += 1;
  if (!noticedBy) continue;
  kind.noticed += 1;
  const test = noticedBy.split(/ > |: /)[0];
  const name = mutant.file ?? mutant.at.split(':')[0];
  const others = (noticedBefore.get(name) ?? []).filter((each) => each !== test);
  noticedBefore.set(name, [test, ...others].slice(0, 2));
}
await runner.end();
finish();
