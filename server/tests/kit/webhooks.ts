/** Test helpers of webhooks, with a merchant's server on this machine. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliverWebhook } from '../../src/webhooks/deliver.ts';
import { emitEvent } from '../../src/webhooks/emit.ts';
import { PASSWORD } from './people.ts';
import type { Actor, TestServer } from './server.ts';

/** A message as received. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A merchant's server on this machine. */
export interface Receiver {
  url: string;
  received: Received[];
  /** How it answers from now on; 204 by default. */
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

/** Starts a merchant's server that records what it receives. */
export async function startReceiver(): Promise<Receiver> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      receiver.received.push(message);
      receiver.answer(response, message);
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  return receiver;
}

/** Calls of an owner, the product and its queue on test webhooks; `present` supplies the current server and owner. */
export function callsOf(present: () => { daftar: TestServer; owner: Actor }) {
  const scope = () => ({ merchantId: present().owner.merchantId, mode: 'test' as const });
  const setAddress = (url: string | null) => present().daftar.database.sql`
    update merchant_settings set callback_url = ${url}
     where merchant_id = ${scope().merchantId} and mode = 'test'`;
  /** Uses a session with a current token, wherever the clock was moved. */
  async function call(method: 'GET' | 'POST', path: string, body?: unknown) {
    const { daftar, owner } = present();
    const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
    const as = { ...owner, headers: { authorization: `Bearer ${token}` } };
    return daftar.call({ method, path: `/merchant/${path}`, mode: 'test', as, body });
  }
  const secret = async () => {
    const shown = (await call('GET', 'AccountSettings/WebhookSecret')).body.data;
    const proof = { current_password: PASSWORD };
    const whole = (await call('POST', 'AccountSettings/WebhookSecret/reveal', proof)).body.data;
    return { ...shown, ...whole };
  };
  async function emit() {
    const { app, clock } = present().daftar;
    const data = {
      id: 7,
      state: 'requested' as const,
      transaction_id: 9,
      transaction_reference: 'TRX-1',
      code: 'PAY-1',
      amount: 12.5,
      currency: 'EGP',
      bank_account: null,
      reason: '',
    };
    return (await emitEvent(app.db, scope(), 'payout.requested', data, { now: clock.now() }))!;
  }
  const deliver = (eventId: number, attempt = 1, manual = false) =>
    deliverWebhook(
      present().daftar.app,
      { ...scope(), eventId, attempt, manual },
      { milliseconds: 700, replyBytes: 4096 },
    );
  const eventOf = async (id: number) => (await call('GET', `webhooks/events/${id}`)).body.data;
  const plannedJobs = (eventId: number) => present().daftar.database.sql<{ attempt: number; runAt: Date }[]>`
    select (payload ->> 'attempt')::int as attempt, run_at as "runAt" from graphile_worker._private_jobs
     where payload ->> 'eventId' = ${String(eventId)}
       and payload ->> 'merchantId' = ${String(scope().merchantId)}
     order by id`;
  return { scope, setAddress, call, secret, emit, deliver, eventOf, plannedJobs };
}
