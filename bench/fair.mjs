// Measures whether one merchant's load is felt by another: a well-behaved merchant (some lists, payments and sign-ins a second) and
// an operator, alone, and beside each of four floods: twenty times its lists by another merchant, a hundred connections of that
// merchant with slow searches, twenty times its sign-ins by strangers from many addresses, and twenty times its payment pages. Floods
// run in a process of their own, from addresses 127.0.x.y, begin four seconds before what is measured, and end by themselves.
// The client of a flood uses the same cores as the product, which it would not elsewhere: so the same client is also measured with
// a bare server that answers at once, and `× client` is what the product adds to that.
// `node bench/fair.mjs [all|lists|searches|strangers|payers] [off]`; `off` is without taking turns.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { consoleOf } from './console.mjs';
import { fillCustomers, fillTransactions, loading } from './data.mjs';
import { connect, newMerchant, sized, startProduct, TAKING_TURNS, table } from './support.mjs';

const SECONDS = sized(12, 0.3);
/** A flood begins before what is measured beside it, and lasts as long. */
const AHEAD_SECONDS = sized(4, 0.1);
const FLOOD_SECONDS = AHEAD_SECONDS + SECONDS;
const ROUNDS = sized(Number(process.env.BENCH_ROUNDS ?? 3));
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

/** Begins `work` at a rate, whether or not the ones before have ended, and waits for all. */
async function steadily(rate, seconds, work) {
  const all = [];
  for (let serial = 0; serial < rate * seconds; serial += 1) {
    if (serial > 0) await pause(1000 / rate);
    all.push(work(serial));
  }
  await Promise.all(all);
}

const strangersAddress = (serial) => `127.0.${1 + (serial % 200)}.${1 + (Math.floor(serial / 200) % 250)}`;

/** The floods, by name: each takes what it needs and ends by itself. */
const FLOODS = {
  lists: ({ url, token }, told) =>
    steadily(RATES.list * TIMES, FLOOD_SECONDS, () =>
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
    steadily(RATES['sign-in'] * TIMES, FLOOD_SECONDS, (serial) =>
      told(
        send(`${url}/api/merchant/login`, {
          ...json({ email: `stranger${process.pid}.${serial}@example.com`, password: 'Wr0ng&Pass' }),
          from: strangersAddress(serial + (process.pid % 40_000)),
        }),
      ),
    ),
  payers: ({ link }, told) =>
    steadily(RATES.payment * 3 * TIMES, FLOOD_SECONDS, (serial) =>
      told(send(link, { from: strangersAddress(serial) })),
    ),
};

/** What a bare server answers to a flood instead of the product: as much, or the refusal that searches mostly meet. */
const BARE = {
  lists: async ({ url, token }) => replyOf(await fetch(url + LIST, { headers: { authorization: token } })),
  searches: async () => ({ status: 503, headers: { 'retry-after': '2' }, body: '{}' }),
  strangers: async () => ({ status: 401, headers: {}, body: '{}' }),
  payers: async ({ link }) => replyOf(await fetch(link)),
};
const replyOf = async (reply) => ({ status: reply.status, headers: {}, body: await reply.text() });

/** Starts a bare server in a process of its own. @returns its address, and what ends it */
async function startBare(reply) {
  const child = fork(fileURLToPath(import.meta.url), ['bare', JSON.stringify(reply)]);
  const [url] = await once(child, 'message');
  return { url, stop: () => child.kill() };
}

async function bare([, , , given]) {
  const { status, headers, body } = JSON.parse(given);
  const server = createServer((asked, answer) => {
    asked.resume();
    asked.once('end', () => answer.writeHead(status, headers).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send(`http://127.0.0.1:${server.address().port}`);
  process.once('disconnect', () => process.exit());
}

async function flood([, , , name, given]) {
  const statuses = {};
  const told = async (sent) => {
    const reply = await sent;
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    return reply;
  };
  await FLOODS[name](JSON.parse(given), told);
  process.send(statuses);
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
  const measure = async (times) => {
    const failed = [];
    const timed = (name, work) => async () => {
      const began = performance.now();
      await work().then(
        () => times[name].push(performance.now() - began),
        (error) => failed.push(`${name}: ${error.message}`),
      );
    };
    await Promise.all(
      Object.entries(did).map(async ([name, work], at) => {
        // Not all at the same moment.
        await pause(at * 37);
        await steadily(RATES[name], SECONDS, timed(name, work));
      }),
    );
    return failed;
  };
  const empty = () => Object.fromEntries(Object.keys(did).map((name) => [name, []]));
  await measure(empty());
  const floods = only === 'all' ? Object.keys(FLOODS) : [only];
  const given = { url: product.url, token: `Bearer ${bad.token}`, link: floodedLink };
  const sides = [{ side: 'alone' }];
  for (const name of floods) {
    // Without turns there is nothing to judge.
    if (how !== 'off') {
      const { url, stop } = await startBare(await BARE[name](given));
      const link = url + new URL(floodedLink).pathname;
      sides.push({ side: `the client of ${name}`, name, given: { ...given, url, link }, stop });
    }
    sides.push({ side: name, name, given });
  }
  const results = Object.fromEntries(
    sides.map(({ side }) => [side, { times: empty(), failed: [], told: {} }]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { side, name, given: to } of round % 2 === 0 ? sides : sides.toReversed()) {
      const { times, failed, told } = results[side];
      const child = to ? fork(fileURLToPath(import.meta.url), ['flood', name, JSON.stringify(to)]) : null;
      const statuses = child && once(child, 'message');
      if (child) await pause(AHEAD_SECONDS * 1000);
      failed.push(...(await measure(times)));
      if (statuses)
        for (const [status, count] of Object.entries((await statuses)[0]))
          told[status] = (told[status] ?? 0) + count;
    }
  }
  for (const { side, name } of sides) {
    const { times, failed, told } = results[side];
    const answers = Object.entries(told).map(([status, count]) => `${count} × ${status}`);
    const title = name ? `beside ${side}, ${TIMES} times (answered ${answers.join(', ')})` : side;
    const client = side === name ? results[`the client of ${name}`]?.times : undefined;
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
            'p50 ×': ratio(0.5, results.alone.times),
            'p95 ×': ratio(0.95, results.alone.times),
          }),
          ...(client && { 'p50 × client': ratio(0.5, client), goal: `≤ ${GOAL}` }),
        };
      }),
    );
    if (failed.length > 0) console.log(`Failed: ${[...new Set(failed)].join('; ')}`);
  }
  for (const { stop } of sides) stop?.();
  await sql.end();
  await product.stop();
}

if (process.argv[2] === 'flood') await flood(process.argv);
else if (process.argv[2] === 'bare') await bare(process.argv);
else await main(...process.argv.slice(2));
