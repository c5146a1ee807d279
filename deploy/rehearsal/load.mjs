// Clients that do what merchants and payers do, through the proxy, one request after the other; and a book of everything that
// was acknowledged to them, to be asked for afterwards.
import { randomUUID } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

const PASSWORD = 'Fr3sh&Pass';
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const CARD = {
  method: '1',
  card_number: '4242 4242 4242 4242',
  card_expiry: '12/39',
  card_cvv: '739',
  card_name: 'Mona Adel',
  email: 'payer@example.com',
};

/** Sends requests to one origin, or to several in turn, never one twice by itself. */
export function clientOf(origins) {
  const turns = [origins].flat();
  const { Agent, request } = turns[0].startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  let turn = 0;
  const send = (method, path, headers = {}, body = '') =>
    new Promise((resolve, reject) => {
      turn += 1;
      const sending = request(
        `${turns[turn % turns.length]}${path}`,
        { method, agent, headers, timeout: 30_000 },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part) => {
            text += part;
          });
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode, location: response.headers.location, text }),
          );
        },
      );
      sending.on('timeout', () => sending.destroy(new Error('no answer in 30 s')));
      sending.on('error', reject);
      sending.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** A merchant that signed up, chose a password and signed in, all by the front door. @returns its bearer header */
async function signedUp(send, serial, outbox) {
  const email = `rehearsal${serial}@example.com`;
  const post = async (path, body) => {
    const reply = await send('POST', `/api/merchant/${path}`, JSON_TYPE, JSON.stringify(body));
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
    return JSON.parse(reply.text);
  };
  const name = { firstName: 'Mona', lastName: 'Adel', businessName: `Store ${serial}` };
  await post('register', { ...name, email, mobileNumber: `010${20_000_000 + serial}`, tAndC: true });
  const [mail] = await outbox(email);
  const token = new URL(mail.links[0]).searchParams.get('token');
  await post('password/create', { email, token, password: PASSWORD, password_confirmation: PASSWORD });
  const { data } = await post('login', { email, password: PASSWORD });
  return { authorization: `Bearer ${data.access_token}` };
}

/**
 * Begins the load: `clients` at once over four merchants, each with a rest of `rest` milliseconds between two payments. A
 * payment counts as acknowledged when the payer's status address says so, and not before. `first` numbers the merchants, `outbox` reads what was mailed to
 * an address, which the server shows to its own machine alone.
 */
export async function startLoad(origins, { clients = 8, rest = 0, first = 1, outbox } = {}) {
  const { send, close } = clientOf(origins);
  const read = async (email) => {
    const reply = await send('GET', `/dev/outbox?to=${encodeURIComponent(email)}`, {
      accept: 'application/json',
    });
    return JSON.parse(reply.text);
  };
  const merchants = [];
  for (let serial = first; serial < first + 4; serial += 1)
    merchants.push(await signedUp(send, serial, outbox ?? read));
  const book = { links: new Map(), payments: [], writes: [], answered: 0, failed: [] };
  const wrote = () => book.writes.push(Date.now());
  let over = false;

  /** One request; what is not answered as it should be is written down, with the moment. */
  const ask = async (what, expected, ...sending) => {
    try {
      const reply = await send(...sending);
      if (reply.status === expected) {
        book.answered += 1;
        return reply;
      }
      book.failed.push({ what, at: Date.now(), why: `${reply.status} ${reply.text.slice(0, 120)}` });
    } catch (error) {
      book.failed.push({ what, at: Date.now(), why: error.message });
    }
    return null;
  };

  /** What the payer's page says in the end of a payment whose form was answered; asked again while nobody answers. */
  const stateOf = async (address) => {
    for (let tries = 0; tries < 600; tries += 1) {
      const reply = await ask('status', 200, 'GET', `${address}/status`);
      const state = reply && JSON.parse(reply.text).state;
      if (['succeeded', 'failed', 'canceled', 'expired'].includes(state)) return state;
      await pause(200);
    }
    return 'unknown';
  };

  const client = async (serial) => {
    const headers = { ...merchants[serial % merchants.length], ...JSON_TYPE };
    while (!over) {
      const name = randomUUID();
      const form = JSON.stringify({
        invoice_name: name,
        amount: 150.25,
        currency_id: 1,
        language: 2,
        require_email: true,
        max_payment_count: 2,
        due_date: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      });
      // The same key until it is acknowledged, as a careful client does: one link, however often it is sent.
      let made = null;
      while (made === null) {
        const keyed = { ...headers, 'idempotency-key': name };
        made = await ask('create', 200, 'POST', '/api/sandbox/merchant/payment_links/create', keyed, form);
        if (made === null) await pause(200);
      }
      const { id, link } = JSON.parse(made.text).data;
      book.links.set(name, id);
      wrote();
      const path = new URL(link).pathname;
      await ask('page', 200, 'GET', path);
      const paid = await ask('pay', 303, 'POST', path, FORM_TYPE, new URLSearchParams(CARD).toString());
      if (paid) {
        wrote();
        const state = await stateOf(paid.location);
        if (state === 'succeeded') book.payments.push(paid.location.split('/').at(-1));
        else book.failed.push({ what: 'payment', at: Date.now(), why: `ended as ${state}` });
      } else await pause(200);
      await ask('list', 200, 'GET', '/api/sandbox/merchant/payment_links', headers);
      if (rest > 0) await pause(rest);
    }
  };
  const running = Array.from({ length: clients }, (_, serial) => client(serial));
  return {
    book,
    /** Lets everybody finish what they began. */
    async end() {
      over = true;
      await Promise.all(running);
      close();
    },
  };
}

/** SQL that counts the acknowledged payments which the database does not have as succeeded. @param tokens at least one */
export const lostPayments = (tokens) => `
  select count(*) from (values ${tokens.map((each) => `('${each}')`).join(',')}) a (token)
   where not exists (select from payment_attempts p where p.token = a.token and p.state = 'succeeded')`;

/** What was told, with how often, the most frequent first and no more than `most` of them. */
export function mostFrequent(told, most) {
  const counts = new Map();
  for (const each of told) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, most);
}
