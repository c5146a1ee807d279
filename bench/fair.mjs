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
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { consoleOf } from './console.mjs';
import { fillCustomers, fillTransactions, loading } from './data.mjs';
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

const SECONDS = sized(8, 0.3);
/** A flood begins before what is measured beside it, and lasts as long. */
const AHEAD_SECONDS = sized(4, 0.1);
const FLOOD_SECONDS = AHEAD_SECONDS + SECONDS;
const ROUNDS = sized(Number(process.env.BENCH_ROUNDS ?? 5));
const ROWS = sized(10_000, 100);
/** Of the merchant that floods: a search of a frequent first name reads a twelfth of them. */
const CUSTOMERS = sized(100_000, 100);
const TIMES = sized(20, 5);
const CONNECTIONS = sized(100, 10);
/** What the well-behaved do, each so many times a second. */
const RATES = { list: 6, payment: 1, 'sign-in': 1, console: 1 };
const GOAL = 1.3;

const LIST = '/api/merchant/transactions?sort_by=created_at&sort_type=desc';
const SEARCH = `/api/merchant/Customer/List?Keyword=${encodeURIComponent('محمد')}&SortKey=name`;
const CARD = {
  method: '1',
  card_number: '4242424242424242',
  card_expiry: '12/39',
  card_cvv: '739',
  card_name: 'M',
};

const agents = new Map();
const agentOf = (from) => {
  if (!agents.has(from)) agents.set(from, new Agent({ keepAlive: true, localAddress: from }));
  return agents.get(from);
};

/** Sends a request from an address of this machine. @returns its status and headers, once it is read */
function send(url, { method = 'GET', headers = {}, body, from = '127.0.0.1' } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: agentOf(from) }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve({ status: reply.statusCode, headers: reply.headers }));
      reply.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const json = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const form = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(body).toString(),
});

/** Begins `work` at given moments, in milliseconds from now, whether or not the ones before have ended, and waits for all. */
async function at(moments, work) {
  const began = performance.now();
  const all = [];
  for (const [serial, moment] of moments.entries()) {
    await pause(Math.max(0, began + moment - performance.now()));
    all.push(work(serial));
  }
  await Promise.all(all);
}

const evenly = (rate, seconds) =>
  Array.from({ length: Math.ceil(rate * seconds) }, (_, serial) => (serial * 1000) / rate);

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

const strangersAddress = (serial) => `127.0.${1 + (serial % 200)}.${1 + (Math.floor(serial / 200) % 250)}`;

/** The floods, by name: each takes what it needs and ends by itself. */
const FLOODS = {
  lists: ({ url, token }, told) =>
    at(evenly(RATES.list * TIMES, FLOOD_SECONDS), () =>
      told(send(url + LIST, { headers: { authorization: token } })),
    ),
  searches: async ({ url, token }, told) => {
    const end = performance.now() + FLOOD_SECONDS * 1000;
    const client = async () => {
      while (performance.now() < end) {
        const { status, headers } = await told(send(url + SEARCH, { headers: { authorization: token } }));
        // It misbehaves, but comes back when told: otherwise a loop of refusals is all that is measured.
        if (status === 503 || status === 429)
          await pause(Math.min(1000, Number(headers['retry-after']) * 1000));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
  },
  strangers: ({ url }, told) =>
    at(evenly(RATES['sign-in'] * TIMES, FLOOD_SECONDS), (serial) =>
      told(
        send(`${url}/api/merchant/login`, {
          ...json({ email: `stranger${process.pid}.${serial}@example.com`, password: 'Wr0ng&Pass' }),
          from: strangersAddress(serial + (process.pid % 40_000)),
        }),
      ),
    ),
  payers: ({ link }, told) =>
    at(evenly(RATES.payment * 3 * TIMES, FLOOD_SECONDS), (serial) =>
      told(send(link, { from: strangersAddress(serial) })),
    ),
};

/** What a bare server answers to a flood instead of the product: as much. */
const BARE = {
  lists: ({ url, token }) => replyOf(url + LIST, { headers: { authorization: token } }),
  searches: ({ url, token }) => replyOf(url + SEARCH, { headers: { authorization: token } }),
  strangers: async () => ({ status: 400, body: '{}' }),
  payers: ({ link }) => replyOf(link),
};
async function replyOf(url, how) {
  const reply = await fetch(url, how);
  return { status: reply.status, body: await reply.text() };
}

/**
 * Starts a bare server in a process of its own.
 * @param asMany as many answers a second as the product gave to the flood: whoever would wait for longer than there is refused
 * @returns its address, and what ends it
 */
async function startBare(reply, asMany) {
  const given = { ...reply, pause: 1000 / asMany };
  const child = fork(fileURLToPath(import.meta.url), ['bare', JSON.stringify(given)]);
  const [url] = await once(child, 'message');
  return { url, pid: child.pid, stop: () => child.kill() };
}

async function bare([, , , given]) {
  const { status, body, pause: between } = JSON.parse(given);
  const longest = Number(TAKING_TURNS.DAFTAR_LONGEST_WAIT_SECONDS) * 1000;
  let next = 0;
  const server = createServer((asked, answer) => {
    asked.resume();
    asked.once('end', () => {
      const now = performance.now();
      const wait = Math.max(0, next - now);
      if (wait > longest) {
        answer.writeHead(503, { 'retry-after': longest / 1000 }).end('{}');
        return;
      }
      next = now + wait + between;
      setTimeout(() => answer.writeHead(status).end(body), wait);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send(`http://127.0.0.1:${server.address().port}`);
  process.once('disconnect', () => process.exit());
}

async function flood([, , , name, given]) {
  let statuses = {};
  const told = async (sent) => {
    const reply = await sent;
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    return reply;
  };
  // As long as it floods alone is not counted.
  setTimeout(() => {
    statuses = {};
  }, AHEAD_SECONDS * 1000);
  await FLOODS[name](JSON.parse(given), told);
  const { user, system } = process.cpuUsage();
  process.send({ statuses, processor: (user + system) / 1000 });
  process.disconnect();
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
  const floods = only === 'all' ? Object.keys(FLOODS) : [only];
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
      bares.set(name, await startBare(await BARE[name](given), Math.max(1, asMany)));
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
      const child = name ? fork(fileURLToPath(import.meta.url), ['flood', name, JSON.stringify(to)]) : null;
      const ended = child && once(child, 'message');
      if (child) await pause(AHEAD_SECONDS * 1000);
      const before = await usage(bare?.pid);
      failed.push(...(await measure(times, round)));
      const [server, database, here, machine, milliseconds] = (await usage(bare?.pid)).map(
        (each, at) => each - before[at],
      );
      const [{ statuses, processor }] = child ? await ended : [{ statuses: {}, processor: 0 }];
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

if (process.argv[2] === 'flood') await flood(process.argv);
else if (process.argv[2] === 'bare') await bare(process.argv);
else await main(...process.argv.slice(2));
