// The least that takes a payment by card at the stand-in of Mastercard Gateway over HTTP: `node:http`, the same requests,
// rows and pages as the product's, by plain statements. No rule, no template, no validation. Forked by `live-payment.mjs`.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import { captureByHand, noteByHand, sendOnByHand, startByHand } from './bare-payment.mjs';

const [{ databaseUrl, merchantId, accountId, account, pages, there }] = await once(process, 'message');
const bigint = { to: 20, from: [20], serialize: String, parse: Number };
const sql = postgres(databaseUrl, {
  max: 16,
  types: { bigint },
  connection: { session_replication_role: 'replica' },
});
const { merchantId: profile, apiPassword } = account.credentials;
const api = `${account.base_url}/api/rest/version/100/merchant/${profile}`;
const authorization = `Basic ${Buffer.from(`merchant.${profile}:${apiPassword}`).toString('base64')}`;
const headers = { accept: 'application/json', 'content-type': 'application/json', authorization };
/** Attempts by their token. */
const attempts = new Map();
let origin = '';

async function start(linkId, form) {
  const method = new URLSearchParams(form).get('method');
  const token = randomBytes(20).toString('base64url');
  const externalRef = randomBytes(10).toString('hex').toUpperCase();
  const started = await startByHand(sql, { merchantId, linkId, accountId, token, externalRef });
  const returnUrl = `${origin}/pay/return/${linkId}/${token}`;
  const reply = await fetch(`${api}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: {
        operation: 'PURCHASE',
        locale: 'en_US',
        merchant: { name: 'Bench' },
        timeout: 900,
        returnUrl,
      },
      order: {
        id: externalRef,
        reference: `B${method}`,
        amount: '100.00',
        currency: 'EGP',
        description: 'Bench',
        notificationUrl: `${origin}/pay/callbacks`,
      },
      transaction: { reference: externalRef, source: 'INTERNET' },
    }),
  });
  const { session } = await reply.json();
  const page = `${account.base_url}/checkout/pay/${session.id}`;
  await sendOnByHand(sql, started, { session: session.id, url: `${page}?checkoutVersion=1.0.0` });
  attempts.set(token, { ...started, externalRef, page });
  return `/pay/${linkId}/${token}?go=1`;
}

async function finish(token) {
  const attempt = attempts.get(token);
  const reply = await fetch(`${api}/order/${attempt.externalRef}`, { headers });
  const { totalCapturedAmount } = await reply.json();
  if (Number(totalCapturedAmount) !== 100) throw new Error(`captured ${totalCapturedAmount}`);
  await captureByHand(sql, attempt);
  return `/pay/${attempt.linkId}/${token}?checked=1`;
}

async function answer(request) {
  const [, , first, second, third] = request.url.split('?')[0].split('/');
  if (first === 'callbacks') {
    const body = await text(request);
    const id = request.headers['x-notification-id'];
    await noteByHand(sql, accountId, { id, headers: { 'content-type': 'application/json' }, body });
    return { status: 200, body: '' };
  }
  if (first === 'return') return { status: 303, to: await finish(third) };
  if (request.method === 'POST') return { status: 303, to: await start(Number(first), await text(request)) };
  if (second === undefined) {
    await sql`select * from payment_links where merchant_id = ${merchantId} and id = ${Number(first)}`;
    return { status: 200, body: pages.link };
  }
  const [{ state }] = await sql`
    select * from payment_attempts where merchant_id = ${merchantId} and id = ${attempts.get(second).id}`;
  const page =
    state === 'succeeded' ? pages.receipt : pages.attempt.replaceAll(there, attempts.get(second).page);
  return { status: 200, body: page };
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, body = '', to }) =>
      response
        .writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          ...(to && { location: `${origin}${to}` }),
        })
        .end(body),
    (error) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  origin = `http://127.0.0.1:${server.address().port}`;
  process.send(origin);
});
process.on('disconnect', () => process.exit());
