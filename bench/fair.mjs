// Measures whether one merchant's load is felt by another: a well-behaved merchant (some lists, payments and sign-ins a second) and
// an operator, alone, and beside each of four floods: twenty times its lists by another merchant, a hundred connections of that
// merchant with slow searches, twenty times its sign-ins by strangers from many addresses, and twenty times its payment pages. Floods
// run in a process of their own, from addresses 127.0.x.y, begin four seconds before what is measured, and end by themselves.
//
// `× client` is what is judged. The client of a flood uses the same cores as the product, which it would not elsewhere, and any server
// has to read what it is sent. So the same client also runs against a bare server, in turn with the flood, that answers as many as the
// product does, as late, and refuses as many, but does no work for them: what is beyond that is what the product lets one do to another.
// `× alone` has the client's part in it.
//
// What is measured begins at random moments (so that they see the flood as it is on average, and not always the same part of each
// second), the same ones beside every side. Each side says how much processor time everything else on the machine used: unless that is
// next to nothing, the machine was not quiet, and what floods take from two full cores is felt as well.
// `node bench/fair.mjs [all|lists|searches|strangers|payers] [off]`; `off` is without taking turns.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { consoleOf } from './console.mjs';
import { fillCustomers, fillTransactions, loading } from './data.mjs';
import {
  AHEAD_SECONDS,
  at,
  evenly,
  FLOOD_NAMES,
  FLOOD_SECONDS,
  form,
  json,
  LIST,
  RATES,
  SECONDS,
  send,
  startBare,
  startFlood,
  TIMES,
} from './floods.mjs';
import {
  connect,
  databaseTime,
  newMerchant,
  processorTime,
  sized,
  startProduct,
  TAKING_TURNS,
  table,
} from './support.mjs';

const ROUNDS = sized(Number(process.env.BENCH_ROUNDS ?? 5));
const ROWS = sized(10_000, 100);
/** Of the merchant that floods: a search of a frequent first name reads a twelfth of them. */
const CUSTOMERS = sized(100_000, 100);
const GOAL = 1.3;

const CARD = {
  method: '1',
  card_number: '4242424242424242',
  card_expiry: '12/39',
  card_cvv: '739',
  card_name: 'M',
};

/** So many moments at random, the same for the same seed (mulberry32). */
function atRandom(rate, seconds, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return evenly(rate, seconds)
    .map(() => random() * seconds * 1000)
    .sort((one, other) => one - other);
}

/** Makes a link that asks for nothing but the card. @returns its address */
async function newLink({ url }, { token }) {
  const reply = await fetch(`${url}/api/sandbox/merchant/payment_links/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      invoice_name: 'Bench',
      currency_id: 1,
      amount: 100,
      language: 2,
      due_date: '2099-01-01T00:00:00Z',
      max_payment_count: 10_000,
    }),
  });
  const made = await reply.json();
  if (!reply.ok) throw new Error(JSON.stringify(made));
  return made.data.link;
}

/** Milliseconds of processor time that the machine has used, by whomever (Linux counts hundredths of a second). */
function busyMilliseconds() {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * 10;
}

const clientOf = (name) => `the client of ${name}`;

/** The share of values below which `part` of them lie. */
const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];

/** @param only the flood to measure, `all` for each; @param how `off` without taking turns */
async function main(only = 'all', how = 'on') {
  const product = await startProduct({ settings: how === 'off' ? {} : TAKING_TURNS });
  const sql = connect(product.databaseUrl);
  const good = await newMerchant(product, sql, 1);
  const bad = await newMerchant(product, sql, 2);
  const cookie = await consoleOf(product).signIn('finance');
  await loading(sql, ['transactions', 'customers'], async (tx) => {
    for (const { id } of [good, bad]) await fillTransactions(tx, id, ROWS);
    await fillCustomers(tx, bad.id, CUSTOMERS);
  });
  const link = await newLink(product, good);
  const floodedLink = await newLink(product, bad);
  const authorization = `Bearer ${good.token}`;
  const must = async (status, sent) => {
    const reply = await sent;
    if (reply.status !== status) throw new Error(`${reply.status} instead of ${status}`);
    return reply;
  };
  const did = {
    list: () => must(200, send(product.url + LIST, { headers: { authorization } })),
    payment: async () => {
      await must(200, send(link));
      const started = await must(303, send(link, form(CARD)));
      await must(200, send(new URL(started.headers.location, product.url)));
    },
    'sign-in': () =>
      must(
        200,
        send(`${product.url}/api/merchant/login`, json({ email: good.email, password: good.password })),
      ),
    console: () => must(200, send(`${product.url}/api/ops/transactions`, { headers: { cookie } })),
  };
  const measure = async (times, round) => {
    const failed = [];
    const timed = (name, work) => async () => {
      const began = performance.now();
      await work().then(
        () => times[name].push(performance.now() - began),
        (error) => failed.push(`${name}: ${error.message}`),
      );
    };
    await Promise.all(
      Object.entries(did).map(([name, work], serial) =>
        at(atRandom(RATES[name], SECONDS, round * 100 + serial), timed(name, work)),
      ),
    );
    return failed;
  };
  /** Milliseconds of processor time so far: of the server, the database, this process and the bare server, and the whole machine. */
  const usage = async (pid) => {
    const { user, system } = process.cpuUsage();
    return [
      processorTime(product.pid),
      await databaseTime(sql),
      (user + system) / 1000 + (pid ? processorTime(pid) : 0),
      busyMilliseconds(),
      performance.now(),
    ];
  };
  const empty = () => Object.fromEntries(Object.keys(did).map((name) => [name, []]));
  await measure(empty(), -1);
  const floods = only === 'all' ? FLOOD_NAMES : [only];
  const given = { url: product.url, token: `Bearer ${bad.token}`, link: floodedLink };
  const sides = [{ side: 'alone' }];
  for (const name of floods) {
    sides.push({ side: name, name });
    // Without turns there is nothing to judge.
    if (how !== 'off') sides.push({ side: clientOf(name), name, isBare: true });
  }
  const bares = new Map();
  /** The bare server of a flood, once it is known what the product answers. */
  const bareOf = async (name) => {
    if (!bares.has(name)) {
      const answered = Object.entries(results[name].told).filter(([status]) => status < 500);
      const asMany = answered.reduce((sum, [, count]) => sum + count, 0) / SECONDS;
      bares.set(name, await startBare(name, given, Math.max(1, asMany)));
    }
    return bares.get(name);
  };
  const results = Object.fromEntries(
    sides.map(({ side }) => [side, { times: empty(), failed: [], told: {}, used: [] }]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { side, name, isBare } of round % 2 === 0 ? sides : sides.toReversed()) {
      const { times, failed, told, used } = results[side];
      const bare = isBare ? await bareOf(name) : null;
      const to = bare ? { ...given, url: bare.url, link: bare.url + new URL(floodedLink).pathname } : given;
      const ended = name && startFlood(name, to);
      if (ended) await pause(AHEAD_SECONDS * 1000);
      const before = await usage(bare?.pid);
      failed.push(...(await measure(times, round)));
      const [server, database, here, machine, milliseconds] = (await usage(bare?.pid)).map(
        (each, at) => each - before[at],
      );
      const { statuses, processor } = ended ? await ended : { statuses: {}, processor: 0 };
      for (const [status, count] of Object.entries(statuses)) told[status] = (told[status] ?? 0) + count;
      const client = here + (processor * SECONDS) / FLOOD_SECONDS;
      const others = machine - server - database - client;
      used.push([server, database, client, others].map((each) => each / milliseconds));
    }
  }
  for (const { side, name } of sides) {
    const { times, failed, told, used } = results[side];
    const [server, database, clients, others] = [0, 1, 2, 3].map((at) =>
      Math.round((used.reduce((sum, each) => sum + each[at], 0) / used.length) * 100),
    );
    const answers = Object.entries(told).map(([status, count]) => `${count} × ${status}`);
    const title = name ? `beside ${side}, ${TIMES} times (answered ${answers.join(', ')})` : side;
    const client = side === name ? results[clientOf(name)]?.times : undefined;
    table(
      title,
      Object.keys(did).map((what) => {
        const of = (part, from = times) => quantile(from[what], part);
        const ratio = (part, from) => Number((of(part) / of(part, from)).toFixed(2));
        return {
          what,
          times: times[what].length,
          failed: failed.filter((each) => each.startsWith(`${what}:`)).length,
          'p50 ms': Number(of(0.5)?.toFixed(1)),
          'p95 ms': Number(of(0.95)?.toFixed(1)),
          ...(name && {
            'p50 × alone': ratio(0.5, results.alone.times),
            'p95 × alone': ratio(0.95, results.alone.times),
          }),
          ...(client && {
            'p50 × client': ratio(0.5, client),
            'p95 × client': ratio(0.95, client),
            goal: `p50 ≤ ${GOAL}`,
          }),
        };
      }),
    );
    console.log(
      `Of a core, in hundredths: server ${server}, database ${database}, clients ${clients}, all else ${others}`,
    );
    if (failed.length > 0) console.log(`Failed: ${[...new Set(failed)].join('; ')}`);
  }
  for (const { stop } of bares.values()) stop();
  await sql.end();
  await product.stop();
}

await main(...process.argv.slice(2));
