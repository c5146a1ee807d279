// The calls of one payment through each adapter, and the same bytes by `fetch` alone: what adapters add. Built from the
// sources and run by `live-payment.mjs`. Answers are recorded at the stand-in and replayed by a process of their own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../server/src/config.ts';
import { createLog } from '../server/src/platform/log.ts';
import { fawry } from '../server/src/processors/fawry/index.ts';
import { startStandIn as startFawry } from '../server/src/processors/fawry/stand-in.ts';
import { httpClient } from '../server/src/processors/http.ts';
import { mpgs } from '../server/src/processors/mpgs/index.ts';
import { startStandIn as startMpgs } from '../server/src/processors/mpgs/stand-in.ts';
import { paymob } from '../server/src/processors/paymob/index.ts';
import { startStandIn as startPaymob } from '../server/src/processors/paymob/stand-in.ts';

const WAYS = [
  { name: 'Mastercard Gateway, card', adapter: mpgs, startStandIn: startMpgs, method: 1 },
  { name: 'Fawry, kiosk code', adapter: fawry, startStandIn: startFawry, method: 4 },
  { name: 'Paymob, card', adapter: paymob, startStandIn: startPaymob, method: 1 },
];
const NOW = new Date();
/** Requests with the same bytes have the same signatures. */
const clock = { now: () => NOW };
const log = createLog(loadConfig({ DAFTAR_LOG_LEVEL: 'silent' }));
const never = new AbortController().signal;

/** Replays answers; those of one method and path in turn. */
async function replay() {
  const [answers] = await once(process, 'message');
  const turns = new Map();
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const key = `${request.method} ${request.url}`;
      const known = answers[key];
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      const { status, text } = known?.[turn % known.length] ?? { status: 599, text: key };
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

const orderOf = (method) => ({
  merchantId: 1,
  externalRef: 'P'.padEnd(20, '0'),
  method,
  amountPiastres: 10_000,
  currency: 'EGP',
  expiresAt: new Date(NOW.getTime() + 15 * 60_000),
  ids: {},
  mode: 'test',
  reference: 'TRX-7K3M9Q2D',
  description: 'Two shirts',
  merchantName: 'Nile Shirts',
  locale: 'ar',
  payer: { name: 'Mona Adel', email: 'mona@example.com', mobile: '01012345678' },
  walletMobile: null,
  card: null,
  returnUrl: 'https://pay.example.com/pay/return/abc',
  notificationUrl: 'https://pay.example.com/pay/callbacks/abc',
});

/** A payment as the product makes it: started, paid in between, notified, asked about. */
async function pay(gateway, order, { between, told }) {
  const started = await gateway.start(order, never);
  const kept = {
    ...order,
    ids: Object.fromEntries((started.ids ?? []).map(({ kind, value }) => [kind, value])),
  };
  await between?.();
  for (const raw of told()) {
    if (!gateway.isGenuine(raw) || gateway.read(raw) === null)
      throw new Error('a notification is not genuine');
  }
  const { step } = await gateway.ask(kept, never);
  if (step.state !== 'succeeded') throw new Error(`the payment is ${step.state}`);
}

/** Milliseconds of this process's processor time that a turn takes. */
async function measure(turns, turn) {
  const before = process.cpuUsage();
  for (let n = 0; n < turns; n += 1) await turn();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / turns;
}

async function compare({ name, adapter, startStandIn, method }, turns, rounds) {
  const standIn = await startStandIn({ clock });
  standIn.notifications = 'kept';
  const { settings } = standIn;
  const order = { ...orderOf(method), mode: settings.mode };
  const client = httpClient();
  /** By method and path. */
  const answers = {};
  const recording = async (call) => {
    const reply = await client(call);
    const { pathname, search } = new URL(call.url);
    const key = `${call.method} ${pathname}${search}`;
    answers[key] = [...(answers[key] ?? []), { status: reply.status, text: reply.text }];
    return reply;
  };
  let notifications = [];
  await pay(adapter.open(settings, { clock, log, http: recording }), order, {
    between: () => standIn.act(order.externalRef, 'pay'),
    told() {
      notifications = standIn.takeNotifications();
      return notifications;
    },
  });
  await standIn.close();

  const answering = fork(fileURLToPath(import.meta.url), ['answers']);
  answering.send(answers);
  const [port] = await once(answering, 'message');
  const told = () => notifications;
  /** The calls of a payment when tokens are known. */
  let calls = [];
  const listing = (call) => {
    calls.push(call);
    return client(call);
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  const gateway = adapter.open({ ...settings, baseUrl }, { clock, log, http: (call) => listing(call) });
  await pay(gateway, order, { told });
  calls = [];
  await pay(gateway, order, { told });
  const bytes = calls.map(({ method: verb, url, headers = {}, json }) => ({
    url,
    request: {
      method: verb,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: json === undefined ? null : JSON.stringify(json),
    },
  }));
  const sides = {
    adapter: () => pay(gateway, order, { told }),
    fetched: async () => {
      for (const { url, request } of bytes) await (await fetch(url, request)).text();
    },
  };
  const results = { adapter: [], fetched: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ['adapter', 'fetched'] : ['fetched', 'adapter']) {
      calls = [];
      const milliseconds = await measure(turns, sides[side]);
      // The first round compiles.
      if (round >= 0) results[side].push(milliseconds);
    }
  }
  answering.kill();
  await once(answering, 'exit');
  return { name, calls: bytes.length, ...results };
}

if (process.argv[2] === 'answers') await replay();
else {
  const [turns, rounds] = process.argv.slice(2).map(Number);
  const compared = [];
  for (const way of WAYS) compared.push(await compare(way, turns, rounds));
  process.send(compared);
}
