// What of the database driver's garbage outlives V8's quick collections, and the processor time of a query: of the driver that
// is installed, and of another copy: node bench/garbage.mjs [<path of the other copy's src/index.js>]
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { interleaved, median, sized, startProduct, table } from './support.mjs';

const ROUNDS = sized(5);
const QUERIES = sized(15_000, 200);
const AT_ONCE = 16;
const SEED_ROUNDS = sized(20, 1);
const [, , what, ...rest] = process.argv;

/** Runs queries, each begun by the end of another, and prints the processor time of one, in ms. */
async function query(driver, url) {
  const { default: postgres } = await import(driver);
  const sql = postgres(url, { max: 20 });
  let done = 0;
  const one = () =>
    sql`select i as id, 'ref' || i as reference, now() as at, i * 100 as total, 'abc' as method from generate_series(1, 10) i`.then(
      () => {
        done += 1;
        one();
      },
    );
  for (let i = 0; i < AT_ONCE; i += 1) one();
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  // What is under way becomes old: whether some of it is when the load begins is chance otherwise.
  for (let i = 0; i < SEED_ROUNDS; i += 1) {
    await pause(100);
    globalThis.gc({ type: 'minor' });
    globalThis.gc({ type: 'minor' });
  }
  console.log('measured from here');
  const [first, begin] = [done, process.cpuUsage()];
  while (done < first + QUERIES) await pause(10);
  const { user, system } = process.cpuUsage(begin);
  console.log(`one query: ${(user + system) / 1000 / (done - first)} ms`);
  process.exit();
}

/** The share of what was allocated that quick collections kept, by V8's lines about them. */
function keptOf(lines) {
  let [allocated, kept, last] = [0, 0, null];
  for (const [, kind, before, after] of lines.matchAll(
    /(Scavenge|Mark-Compact).*? ([\d.]+) \([\d.]+\) -> ([\d.]+) \(/g,
  )) {
    if (kind === 'Scavenge' && last !== null) {
      allocated += before - last;
      kept += after - last;
    }
    last = Number(after);
  }
  return allocated > 0 ? kept / allocated : 0;
}

async function measure(driver, url) {
  const args = ['--trace-gc', '--expose-gc', fileURLToPath(import.meta.url), 'query', driver, url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [, lines] = (await text(child.stdout)).split('measured from here');
  return { kept: keptOf(lines), processor: Number(/one query: ([\d.]+)/.exec(lines)[1]) };
}

async function main() {
  const product = await startProduct();
  const drivers = { installed: import.meta.resolve('postgres') };
  if (what) drivers[what] = pathToFileURL(what).href;
  const sides = Object.entries(drivers).map(([name, driver]) => [
    name,
    () => measure(driver, product.databaseUrl),
  ]);
  const results = await interleaved(ROUNDS, Object.fromEntries(sides));
  table(
    `${QUERIES} queries of ten rows, ${AT_ONCE} at a time, medians of ${ROUNDS} interleaved rounds`,
    Object.entries(results).map(([driver, rounds]) => ({
      driver,
      'kept by quick collections, %': Number((100 * median(rounds.map(({ kept }) => kept))).toFixed(1)),
      'processor time of a query, ms': Number(median(rounds.map(({ processor }) => processor)).toFixed(3)),
    })),
  );
  await product.stop();
}

if (what === 'query') await query(...rest);
else await main();
