/** Brings events to a program on one's own machine, which Daftar's webhooks cannot reach. */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ConnectionError, RateLimitError, ServerError } from '#sdk';
import { clientOf, readConfig, writeConfig } from './config.mjs';
import { UsageError } from './usage.mjs';

const PREFIX = 'whsec_';
const PAGE = 100;
const REMEMBERED = 10_000;
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

/** Sends an event once. @returns the answer's status, or why there was none. */
async function forward(event, address, { secret, mode }) {
  const { type, created_at: timestamp, data } = event;
  const body = JSON.stringify({ type, timestamp, mode, data });
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

/** Reads events that were not there before, oldest first. Ids may appear out of order: what is new is what was not seen. */
function newEvents(daftar) {
  const seen = new Set();
  let oldest = 0;
  return async (isFirst) => {
    const fresh = [];
    for (let page = 1; ; page += 1) {
      const { data } = await daftar.events.list({ page, page_size: PAGE, sort_by: 'id', sort_type: 'desc' });
      const unseen = data.filter(({ id }) => id > oldest && !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      fresh.push(...unseen);
      if (isFirst) {
        // What came before is not told; with fewer rows than a page there was nothing older.
        oldest = data.length === PAGE ? data.at(-1).id : 0;
        return [];
      }
      if (unseen.length === 0 || data.length < PAGE) break;
    }
    for (const id of seen) {
      if (seen.size <= REMEMBERED) break;
      seen.delete(id);
      oldest = Math.max(oldest, id);
    }
    return fresh.toSorted((one, other) => one.id - other.id);
  };
}

const isPassing = (error) =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;

/** Asks every `interval` seconds until it is stopped. */
export async function listen({ 'forward-to': address, events, interval = '2' }) {
  if (address !== undefined && !URL.canParse(address)) throw new UsageError('--forward-to is an address.');
  const seconds = Number(interval);
  if (!(seconds >= 1 && seconds <= 3600)) throw new UsageError('--interval is 1 to 3600 seconds.');
  const wanted = events?.split(',').map((type) => type.trim());
  const { daftar, isTest, url } = await clientOf();
  const secret = await secretOf();
  const read = newEvents(daftar);
  await read(true);
  console.log(`Listening to ${url} (${isTest ? 'test' : 'live'}). Stop with Ctrl+C.`);
  if (address) console.log(`Signing secret: ${secret}`);
  for (;;) {
    await wait(seconds * 1000);
    let fresh = [];
    try {
      fresh = await read(false);
    } catch (error) {
      if (!isPassing(error)) throw error;
      console.error(`${error.message}; asking again.`);
    }
    for (const event of fresh) {
      if (wanted && !wanted.includes(event.type)) continue;
      const answer = address
        ? ` → ${await forward(event, address, { secret, mode: isTest ? 'test' : 'live' })}`
        : '';
      console.log(`${event.created_at} ${event.type} ${event.reference} ${event.message_id}${answer}`);
    }
  }
}
