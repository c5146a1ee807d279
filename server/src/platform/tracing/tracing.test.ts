/** Traces as an operator sees them in a collector: with the real protocol, sent to a server of the test. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pay } from '../../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { startReceiver } from '../../../tests/kit/webhooks.ts';
import { deliveryJobs, webhookJobs } from '../../webhooks/jobs.ts';
import { startWorker } from '../jobs/worker.ts';
import { inSpan, SpanKind } from './spans.ts';
import { startTracing } from './start.ts';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const BROWSER = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${BROWSER}-01`;

let daftar: TestServer;
let owner: Actor;
let collector: Server;
let endpoint: string;
let asked: IncomingHttpHeaders[];
const spans: ExportedSpan[] = [];

beforeAll(async () => {
  asked = [];
  collector = createServer(async (request, response) => {
    asked.push({ ...request.headers, path: request.url });
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) spans.push(...(scope.spans as ExportedSpan[]));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((listens) => {
    collector.listen(0, '127.0.0.1', listens);
  });
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  daftar = await startTestServer({ tracing: { endpoint, headers: {}, share: 1 } });
  owner = await daftar.merchant();
});
afterAll(async () => {
  await daftar.close();
  collector.closeAllConnections();
  collector.close();
});

const start = (share: number, log = daftar.app.log) =>
  startTracing(
    { endpoint, headers: { 'x-token': 'of the collector' }, share },
    { role: 'all' },
    { sql: daftar.app.pool, log },
  );
const childrenOf = ({ spanId }: ExportedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);
const attribute = ({ attributes }: ExportedSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value === undefined ? undefined : Object.values(value)[0];
};
const testWebhook = (headers: Record<string, string>) =>
  daftar.call({ method: 'POST', path: '/merchant/webhooks/test', mode: 'test', as: owner, headers });

test('a browser’s request is one trace with its statements, its job and the webhook that this sends', async () => {
  const receiver = await startReceiver();
  await daftar.database.sql`
    update merchant_settings set callback_url = ${receiver.url} where merchant_id = ${owner.merchantId}`;
  const traces = start(1);
  expect((await testWebhook({ traceparent })).status).toBe(200);
  const worker = await startWorker(daftar.app, daftar.database.url, { handlers: deliveryJobs });
  await vi.waitUntil(() => receiver.received.length > 0, { timeout: 100_000 });
  await worker.stop();
  await traces.end();
  await receiver.close();

  expect(asked.at(-1)).toMatchObject({ path: '/v1/traces', 'x-token': 'of the collector' });
  expect(new Set(spans.map(({ traceId }) => traceId))).toContain(TRACE);
  const ours = spans.filter(({ traceId }) => traceId === TRACE);
  const request = ours.find(({ parentSpanId }) => parentSpanId === BROWSER)!;
  expect(request.name).toBe('POST /api/sandbox/merchant/webhooks/test');
  expect(attribute(request, 'http.response.status_code')).toBe(200);
  const within = childrenOf(request);
  const insert = within.find((each) =>
    String(attribute(each, 'db.query.text')).includes('into webhook_events'),
  )!;
  expect(insert).toBeDefined();
  const job = within.find(({ name }) => name === 'job deliver-webhook')!;
  const sent = childrenOf(job).find(({ name }) => name.startsWith('POST 127.0.0.1'))!;
  expect(attribute(sent, 'http.response.status_code')).toBe(204);
  expect(receiver.received[0]!.headers.traceparent).toBe(`00-${TRACE}-${sent.spanId}-01`);
  expect(daftar.logged.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'request', traceId: TRACE, spanId: request.spanId }),
  );
  // Statements are traced without their values, and URLs without their paths.
  const all = JSON.stringify(ours);
  for (const secret of [receiver.url, owner.email, owner.headers.authorization!])
    expect(all).not.toContain(secret);
});

test('what a merchant’s server is told of a change is of the trace of the request that made it, and only of that', async () => {
  spans.length = 0;
  const receiver = await startReceiver();
  await daftar.database.sql`
    update merchant_settings set callback_url = ${receiver.url} where merchant_id = ${owner.merchantId}`;
  const traces = start(1);
  const links = '/api/sandbox/merchant/payment_links';
  const form = { invoice_name: 'Traced', amount: 150, currency_id: 1, language: 2, max_payment_count: 1 };
  const due = new Date(daftar.app.clock.now().getTime() + 86_400_000).toISOString();
  const body = { ...form, require_email: false, due_date: due };
  const made = (headers: Record<string, string>) =>
    daftar.call({ method: 'POST', path: `${links}/create`, as: owner, headers, body });
  expect((await made({ traceparent })).status).toBe(200);
  // Another transaction on the same connections, in a trace of its own.
  expect((await made({})).status).toBe(200);
  const worker = await startWorker(daftar.app, daftar.database.url, {
    handlers: { ...webhookJobs, ...deliveryJobs },
  });
  await vi.waitUntil(() => receiver.received.length >= 2, { timeout: 100_000 });
  await worker.stop();
  await traces.end();
  await receiver.close();

  const ours = spans.filter(({ traceId }) => traceId === TRACE);
  const request = ours.find(({ parentSpanId }) => parentSpanId === BROWSER)!;
  const told = childrenOf(request).filter(({ name }) => name === 'job tell-webhook');
  expect(told).toHaveLength(1);
  const delivered = childrenOf(told[0]!).find(({ name }) => name === 'job deliver-webhook')!;
  const sent = childrenOf(delivered).find(({ name }) => name.startsWith('POST 127.0.0.1'))!;
  const carried = receiver.received.map(({ headers }) => headers.traceparent);
  expect(carried.filter((each) => each?.includes(TRACE))).toEqual([`00-${TRACE}-${sent.spanId}-01`]);
});

test('every job that a payment adds is of its trace, whoever adds it', async () => {
  await daftar.database.sql`delete from graphile_worker._private_jobs`;
  const traces = start(1);
  let traceId = '';
  await inSpan('a payment', SpanKind.INTERNAL, {}, async (span) => {
    ({ traceId } = span.spanContext());
    await pay(daftar, owner, { mode: 'test' });
  });
  await traces.end();
  const jobs = await daftar.database.sql<{ name: string; cause: string | null }[]>`
    select t.identifier as name, j.payload ->> 'traceparent' as cause
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`;
  // Except the request that created its link, which came from outside and has its own trace.
  expect(jobs.map(({ name, cause }) => [name, cause?.includes(traceId)])).toEqual([
    ['tell-webhook', false],
    ['tell-webhook', true],
    ['payment-captured', true],
  ]);
});

test('a failed request and statement say so by code, without a message', async () => {
  spans.length = 0;
  const traces = start(1);
  const path = '/api/merchant/payment_links/999999999';
  expect((await daftar.call({ path, as: owner, headers: { traceparent } })).status).toBe(404);
  await traces.end();
  const request = spans.find(({ parentSpanId }) => parentSpanId === BROWSER)!;
  expect(request.name).toBe('GET /api/merchant/payment_links/:id');
  expect(attribute(request, 'http.response.status_code')).toBe(404);
});

test('of a share of none, nothing is sent, and what a caller asks to be kept is not', async () => {
  spans.length = 0;
  const traces = start(0);
  expect(
    (await daftar.call({ path: '/api/merchant/payment_links', as: owner, headers: { traceparent } })).status,
  ).toBe(200);
  await traces.end();
  expect(spans).toEqual([]);
});

test('a collector that is away costs no request, and is logged', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const away = startTracing(
    { endpoint: 'http://127.0.0.1:9', headers: {}, share: 1 },
    { role: 'all' },
    { sql: daftar.app.pool, log },
  );
  expect((await daftar.call({ path: '/api/merchant/payment_links', as: owner })).status).toBe(200);
  await away.end();
  expect(lines.join()).toContain('the collector does not take traces');
});

test('a collector that takes connections and never answers costs no request, is logged, and is not waited for in the end', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  let connections = 0;
  const silent = createServer(() => {
    connections += 1;
  });
  await new Promise<void>((listens) => {
    silent.listen(0, '127.0.0.1', listens);
  });
  const hanging = startTracing(
    { endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, headers: {}, share: 1 },
    { role: 'all' },
    { sql: daftar.app.pool, log },
  );
  const call = () => daftar.call({ path: '/api/merchant/payment_links', as: owner });
  // Set at once, so that none is sent before all exist, however slow the machine is.
  await Promise.all(
    Array.from({ length: 40_000 }, () => inSpan('one', SpanKind.INTERNAL, {}, async () => {})),
  );
  expect((await call()).status).toBe(200);
  await vi.waitUntil(() => connections > 0, { timeout: 100_000 });
  expect((await call()).status).toBe(200);
  await hanging.end();
  silent.closeAllConnections();
  silent.close();
  // Of 40,000 spans two thousand wait, 512 per request: the rest is dropped, not kept for later.
  expect(connections).toBeLessThanOrEqual(5);
  expect(lines.join()).toContain('the collector does not take traces');
}, 180_000);
