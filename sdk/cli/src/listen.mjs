/** Brings events to a program on one's own machine, which Daftar's webhooks cannot reach. */
import { createHmac, randomBytes } from 'node:crypto';
import { clientOf, readConfig, writeConfig } from './config.mjs';
import { follow } from './follow.mjs';
import { UsageError } from './usage.mjs';

const PREFIX = 'whsec_';
const ANSWER_MILLISECONDS = 15_000;

/** The secret of this machine, made once. */
async function secretOf() {
  const config = await readConfig();
  if (config.webhookSecret) return config.webhookSecret;
  const webhookSecret = PREFIX + randomBytes(32).toString('base64');
  await writeConfig({ ...config, webhookSecret });
  return webhookSecret;
}

/** The headers of a webhook by the Standard Webhooks specification. */
function signed(id, body, secret) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Sends an event once, as an endpoint of that version is sent it. @returns the answer's status, or why there was none. */
async function forward(event, address, { secret, mode }) {
  const { id, type, version, created_at: timestamp, data } = event;
  const body = JSON.stringify({ id, type, version, timestamp, mode, data });
  try {
    const reply = await fetch(address, {
      method: 'POST',
      headers: signed(event.message_id, body, secret),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    });
    await reply.body?.cancel();
    return String(reply.status);
  } catch (error) {
    return `no answer (${error.cause?.code ?? error.name})`;
  }
}

/** Asks every `interval` seconds until it is stopped. */
export async function listen({ 'forward-to': address, events, interval, 'api-version': version }) {
  if (address !== undefined && !/^https?:/.test(URL.canParse(address) ? new URL(address).protocol : ''))
    throw new UsageError('--forward-to is an address that begins with http:// or https://');
  const wanted = events?.split(',').map((type) => type.trim());
  const { daftar, isTest, url } = await clientOf(version);
  const secret = await secretOf();
  const begun = () => {
    console.log(`Listening to ${url} (${isTest ? 'test' : 'live'}). Stop with Ctrl+C.`);
    if (address) console.log(`Signing secret: ${secret}`);
  };
  await follow(
    (query) => daftar.events.list(query),
    { interval, begun },
    async (event) => {
      if (wanted && !wanted.includes(event.type)) return;
      const answer = address
        ? ` → ${await forward(event, address, { secret, mode: isTest ? 'test' : 'live' })}`
        : '';
      console.log(`${event.created_at} ${event.type} ${event.reference} ${event.message_id}${answer}`);
    },
  );
}
