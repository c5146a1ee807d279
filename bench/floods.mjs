// The floods of `fair.mjs`, and the bare server that answers one as the product does, without work: each in a process of its own,
// which is this file.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sized, TAKING_TURNS } from './support.mjs';

export const SECONDS = sized(8, 0.3);
/** A flood begins before what is measured beside it, and lasts as long. */
export const AHEAD_SECONDS = sized(4, 0.1);
export const FLOOD_SECONDS = AHEAD_SECONDS + SECONDS;
export const TIMES = sized(20, 5);
const CONNECTIONS = sized(100, 10);
/** What the well-behaved do, each so many times a second. */
export const RATES = { list: 6, payment: 1, 'sign-in': 1, console: 1 };

export const LIST = '/api/merchant/transactions?sort_by=created_at&sort_type=desc';
const SEARCH = `/api/merchant/Customer/List?Keyword=${encodeURIComponent('محمد')}&SortKey=name`;

const agents = new Map();
const agentOf = (from) => {
  if (!agents.has(from)) agents.set(from, new Agent({ keepAlive: true, localAddress: from }));
  return agents.get(from);
};

/** Sends a request from an address of this machine. @returns its status and headers, once it is read */
export function send(url, { method = 'GET', headers = {}, body, from = '127.0.0.1' } = {}) {
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

export const json = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
export const form = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(body).toString(),
});

/** Begins `work` at given moments, in milliseconds from now, whether or not the ones before have ended, and waits for all. */
export async function at(moments, work) {
  const began = performance.now();
  const all = [];
  for (const [serial, moment] of moments.entries()) {
    await pause(Math.max(0, began + moment - performance.now()));
    all.push(work(serial));
  }
  await Promise.all(all);
}

export const evenly = (rate, seconds) =>
  Array.from({ length: Math.ceil(rate * seconds) }, (_, serial) => (serial * 1000) / rate);

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

export const FLOOD_NAMES = Object.keys(FLOODS);

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

const here = fileURLToPath(import.meta.url);

/** Starts a flood. @returns what it was answered and its processor time, once it has ended */
export async function startFlood(name, given) {
  const [told] = await once(fork(here, ['flood', name, JSON.stringify(given)]), 'message');
  return told;
}

/**
 * Starts a bare server that answers a flood.
 * @param given what the flood is given, by which the product's answer is found
 * @param asMany as many answers a second as the product gave to the flood: whoever would wait for longer than there is refused
 * @returns its address, and what ends it
 */
export async function startBare(name, given, asMany) {
  const answer = { ...(await BARE[name](given)), pause: 1000 / asMany };
  const child = fork(here, ['bare', JSON.stringify(answer)]);
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

if (process.argv[1] === here && process.argv[2] === 'flood') await flood(process.argv);
else if (process.argv[1] === here && process.argv[2] === 'bare') await bare(process.argv);
