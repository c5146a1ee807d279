// Measures what traces cost: the list of transactions from a server that sends a part of them to a collector, against one
// that sends none. Usage: node bench/tracing.mjs [part = 0.1]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fillTransactions, loading } from './data.mjs';
import {
  connect,
  interleaved,
  median,
  newMerchant,
  requestsPerSecond,
  sized,
  startProduct,
  table,
} from './support.mjs';

const ROUNDS = sized(15);
const ROWS = sized(10_000, 100);
const [, , given] = process.argv;

/** A collector in a process of its own, which reads what it is sent and keeps a count. */
if (given === 'collector') {
  let bytes = 0;
  const collector = createServer((request, response) => {
    request.on('data', (chunk) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  }).listen(0, '127.0.0.1', () => process.send(collector.address().port));
  process.on('message', () => process.send(bytes));
} else await measure(given ?? '0.1');

async function measure(part) {
  /** For this measurement only: both servers must accept the same tokens. */
  process.env.DAFTAR_SECRET ??= 'of one measurement, and of nobody else';
  const collector = fork(process.argv[1], ['collector']);
  process.once('exit', () => collector.kill());
  const [collectorPort] = await once(collector, 'message');
  const without = await startProduct();
  const sql = connect(without.databaseUrl);
  const merchant = await newMerchant(without, sql);
  await loading(sql, ['transactions'], (tx) => fillTransactions(tx, merchant.id, ROWS));
  const traced = await startProduct({
    beside: without,
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
      OTEL_TRACES_SAMPLER_ARG: part,
    },
  });
  const headers = { authorization: `Bearer ${merchant.token}` };
  const ask =
    ({ url }) =>
    async () =>
      (await requestsPerSecond(`${url}/api/merchant/transactions`, headers)).rate;
  const results = await interleaved(ROUNDS, { without: ask(without), traced: ask(traced) });
  await traced.stop();
  collector.send('how much');
  const [bytes] = await once(collector, 'message');
  if (bytes === 0 && part === '1') throw new Error('The collector was sent nothing');
  const rates = { without: median(results.without), traced: median(results.traced) };
  table(`transactions list, 16 connections, median of ${ROUNDS} interleaved rounds`, [
    { side: 'without traces', 'requests/s': Math.round(rates.without), ratio: 1 },
    {
      side: `a share of ${part} traced`,
      'requests/s': Math.round(rates.traced),
      ratio: (rates.traced / rates.without).toFixed(3),
    },
    { side: 'bytes sent to the collector', 'requests/s': bytes, ratio: '' },
  ]);
  collector.kill();
  await sql.end();
  await without.stop();
}
