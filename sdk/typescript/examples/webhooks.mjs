import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Daftar, verifyWebhook } from '@daftar/sdk';

const { DAFTAR_URL, DAFTAR_SECRET_KEY, DAFTAR_WEBHOOK_SECRET, PORT } = process.env;
const daftar = new Daftar(DAFTAR_SECRET_KEY, { baseUrl: DAFTAR_URL });
mkdirSync('inbox', { recursive: true });

createServer(async (request, response) => {
  const body = await text(request);
  const event = await verifyWebhook(body, request.headers, DAFTAR_WEBHOOK_SECRET).catch(() => null);
  if (!event) return response.writeHead(400).end(); // not from Daftar, changed on its way, or old
  try {
    // In a database: a row with the id as its key.
    writeFileSync(`inbox/${request.headers['webhook-id']}.json`, body, { flag: 'wx' });
  } catch (error) {
    return response.writeHead(error.code === 'EEXIST' ? 204 : 500).end(); // 500: it comes again
  }
  response.writeHead(204).end();
  if (event.type !== 'payment.succeeded') return;
  // What holds now, not what held when the message was written.
  const payment = await daftar.transactions.details(event.data.id);
  if (payment.status === 1) console.log('hand over order', payment.source.merchant_reference);
}).listen(PORT);
