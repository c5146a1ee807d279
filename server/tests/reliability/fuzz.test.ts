/**
 * Every call there is, over HTTP, with its sample mutated in body, path, query and headers. In CI a short run of one
 * seed; the long one is `node bench/fuzz.mjs [seconds] [seed]`.
 */
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isForOperators } from '@daftar/contract/ops-roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomOf } from '../../src/platform/random.ts';
import { type Case, cases, fieldsOf, missingParams, sampledQuery } from '../kit/cases.ts';
import { differences, pay } from '../kit/money.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../kit/server.ts';
import { linkForm } from './client.ts';
import { anyText, type Dice, diceOf, mutated, someHeaders, spoilt } from './fuzz-input.ts';

const SECONDS = Number(process.env.SECONDS ?? 0);
const SHOTS = Number(process.env.SHOTS ?? (SECONDS > 0 ? Number.POSITIVE_INFINITY : 60));
const seed = Number(process.env.SEED ?? 1);
const FAULTS_MAXIMUM = 20;
/** Whoever was locked out, suspended or signed out by a shot is replaced this often. */
const SHOTS_OF_A_SCENE = 50;

let daftar: TestServer;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
beforeAll(async () => {
  daftar = await startTestServer();
  await daftar.server.listen({ port: 0, host: '127.0.0.1' });
  port = (daftar.server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  agent.destroy();
  await daftar.close();
});

/** One request as it goes out. */
interface Shot {
  what: string;
  /** What a success looks like; null: a page. */
  reply: Case['endpoint']['reply']['kind'] | null;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

/** Who shoots, until the next scene. */
interface Scene {
  owner: Actor;
  stranger: Actor;
  admin: OperatorActor;
  payPath: string;
  params: Map<string, Record<string, string | number>>;
}

async function newScene(): Promise<Scene> {
  const owner = await daftar.merchant();
  await pay(daftar, owner, { mode: 'test' });
  const path = '/merchant/payment_links/create';
  const body = linkForm('Link', 5);
  const made = await daftar.call({ method: 'POST', path, mode: 'test', as: owner, body });
  const payPath = new URL(made.body.data.link).pathname;
  const [stranger, admin] = [await daftar.merchant(), await daftar.operator()];
  return { owner, stranger, admin, payPath, params: new Map() };
}

const encoded = (text: string | number) => encodeURIComponent(String(text).toWellFormed());

/** Names and values, some of them doubled, spoilt or strange. */
function queryOf(dice: Dice, sampled: Record<string, string>, names: readonly string[]): string {
  const parts = Object.entries(sampled).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  for (let extra = dice.roll(4); extra > 0; extra -= 1) {
    const name = encoded(names.length > 0 && !dice.rarely(8) ? dice.one(names) : anyText(dice));
    const value = dice.rarely(3) ? String(dice.roll(40)) : anyText(dice);
    parts.push(dice.rarely(20) ? `${name}=%${value.slice(0, 2)}` : `${name}=${encoded(value)}`);
  }
  return parts.length > 0 ? `?${parts.join('&')}`.replaceAll(/[^!-~]/g, '') : '';
}

async function bodyOf(dice: Dice, sample: unknown): Promise<Pick<Shot, 'headers' | 'body'>> {
  if (sample instanceof FormData) {
    const form = new Response(sample);
    const bytes = Buffer.from(await form.arrayBuffer());
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    // Anywhere: in a boundary, a name of a file, its content.
    for (let times = dice.roll(4); times > 0; times -= 1) bytes[dice.roll(bytes.length)] = dice.roll(256);
    return { headers, body: dice.rarely(4) ? bytes.subarray(0, dice.roll(bytes.length)) : bytes };
  }
  let value = sample;
  for (let times = dice.roll(4); times > 0; times -= 1) value = mutated(dice, value);
  const text = JSON.stringify(value) ?? '';
  return {
    headers: { 'content-type': 'application/json' },
    body: dice.rarely(15) ? spoilt(dice, text) : text,
  };
}

/** A call of the contract, more or less as it should be. */
async function shotAt(dice: Dice, scene: Scene, each: Case): Promise<Shot> {
  const { endpoint, sample, mode, name } = each;
  const world = { daftar, actor: scene.owner, mode };
  const key = `${name} ${mode}`;
  const known = scene.params.get(key) ?? (await sample.params?.(world)) ?? missingParams(endpoint);
  scene.params.set(key, known);
  const params = dice.rarely(5) ? { ...known, [dice.one(Object.keys(known))]: anyText(dice) } : known;
  const path = endpoint.path.replace(/:(\w+)/g, (_, field: string) => encoded(params[field] ?? ''));
  const base = endpoint.base === 'mode' && mode === 'test' ? '/api/sandbox' : '/api';
  const query = queryOf(dice, await sampledQuery(sample, world), fieldsOf(endpoint.query));
  const right = isForOperators(endpoint.access) ? scene.admin : scene.owner;
  const actor = dice.rarely(8) ? dice.one([scene.stranger, null]) : right;
  const content = endpoint.body
    ? await bodyOf(dice, await sample.body?.(world))
    : { headers: {}, body: null };
  return {
    what: key,
    reply: endpoint.reply.kind,
    method: endpoint.method,
    target: `${base}${path}${query}`,
    headers: { ...content.headers, ...actor?.headers, ...someHeaders(dice) },
    body: content.body,
  };
}

/** What payers and readers open and post, without a contract. */
function shotAtPage(dice: Dice, { payPath }: Scene): Shot {
  const junk = encoded(anyText(dice));
  const target = dice.one([
    payPath,
    payPath,
    `${payPath}/${junk}`,
    `/pay/${junk}`,
    `/store/${junk}`,
    `/sandbox/store/${junk}/cart`,
    `/media/${junk}`,
    `/mail/unsubscribe/${junk}`,
    `/tls/allowed?domain=${junk}`,
    `/docs/reference/${junk}`,
    `/openapi.json?lang=${junk}`,
    `/api/${junk}`,
    `/scim/${dice.one(['v2', 'ops/v2'])}/${dice.one(['Users', 'Groups', junk])}?filter=${junk}`,
    `/pay/callbacks/${dice.one(['sandbox', junk])}`,
    `/${junk}`,
  ]);
  const posts = dice.rarely(2);
  const form = { method: '1', card_number: '4242424242424242', card_expiry: '12/39', card_cvv: '123' };
  const fields = mutated(dice, form) as Record<string, unknown>;
  return {
    what: 'page',
    reply: null,
    method: posts ? 'POST' : 'GET',
    target,
    headers: {
      ...(posts ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...someHeaders(dice),
    },
    body: posts
      ? Object.entries(fields)
          .map(([name, value]) => `${name}=${encoded(String(value))}`)
          .join('&')
      : null,
  };
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

function fire(shot: Shot, keepsAlive = true): Promise<Answer> {
  const { method, target, headers, body, reply } = shot;
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({
      agent: keepsAlive ? agent : false,
      port,
      host: '127.0.0.1',
      method,
      path: target,
      headers: { ...headers, ...length },
    });
    sent.on('response', (response) => {
      const type = response.headers['content-type'] ?? '';
      const answer = { status: response.statusCode ?? 0, type };
      if (reply === 'events' && type.includes('event-stream')) {
        // It never ends by itself.
        sent.destroy();
        resolve({ ...answer, text: '' });
        return;
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const packed = response.headers['content-encoding'];
        const unpack = packed === 'br' ? brotliDecompressSync : packed === 'gzip' ? gunzipSync : Buffer.from;
        resolve({ ...answer, text: unpack(Buffer.concat(parts)).toString() });
      });
      response.on('error', reject);
    });
    // A connection may be closed after an answer, while the next request is on its way on it: sent again, on a new one.
    sent.on('error', (error) => (sent.reusedSocket ? resolve(fire(shot, false)) : reject(error)));
    sent.setTimeout(20_000, () => sent.destroy(new Error('no answer in 20 s')));
    sent.end(body ?? undefined);
  });
}

/** No defect, and an envelope wherever the wire promises one. */
function expectSound(shot: Shot, { status, type, text }: Answer, told: string): void {
  expect(status, told).toBeGreaterThanOrEqual(200);
  expect(status, told).toBeLessThan(500);
  if (shot.reply === null || ((shot.reply === 'file' || shot.reply === 'events') && status < 400)) return;
  expect(type, told).toContain('application/json');
  const envelope = JSON.parse(text);
  expect(envelope.statusCode, told).toBe(status);
  expect(
    [envelope.message].flat().filter((each) => typeof each !== 'string' || each === ''),
    told,
  ).toEqual([]);
  if (status !== 422) return;
  const sentences = Object.values(envelope.errors as Record<string, string[]>);
  expect(sentences.length, told).toBeGreaterThan(0);
  expect(
    sentences.flat().filter((each) => typeof each !== 'string' || each === ''),
    told,
  ).toEqual([]);
}

/** Lines of the log that tell of a defect. */
const graveLines = () =>
  daftar.logged.filter((line) => JSON.parse(line).level >= 50).map((line) => line.slice(0, 3000));

test(
  `no request causes a 5xx, and the ledger balances (seed ${seed})`,
  async () => {
    const dice = diceOf(randomOf(seed));
    const until = Date.now() + SECONDS * 1000;
    const by = new Map<number, number>();
    const faults: string[] = [];
    let unmade = 0;
    let shots = 0;
    let scene = await newScene();
    for (; shots < SHOTS && (SECONDS === 0 || Date.now() < until); shots += 1) {
      if (shots % SHOTS_OF_A_SCENE === SHOTS_OF_A_SCENE - 1) scene = await newScene();
      let shot: Shot;
      try {
        shot = dice.rarely(10) ? shotAtPage(dice, scene) : await shotAt(dice, scene, dice.one(cases));
      } catch {
        // Made by calls of the product, which a shot before may have closed to this owner.
        unmade += 1;
        scene = await newScene();
        continue;
      }
      const said = `shot ${shots} of seed ${seed}: ${shot.what} ${shot.method} ${shot.target}`;
      const told = `${said} ${JSON.stringify(shot.headers)} ${String(shot.body).slice(0, 2000)}`;
      try {
        const answer = await fire(shot);
        by.set(answer.status, (by.get(answer.status) ?? 0) + 1);
        expectSound(shot, answer, `${told} → ${answer.status} ${answer.text.slice(0, 500)}`);
      } catch (error) {
        // All of them are told, with what the log says, so that a long run finds more than its first.
        faults.push(`${(error as Error).message}\n${told}\n${graveLines().at(-1) ?? ''}`);
        if (faults.length >= FAULTS_MAXIMUM) break;
      }
    }
    if (SECONDS > 0)
      console.log(`${shots} shots of seed ${seed}, ${unmade} not made:`, Object.fromEntries([...by].sort()));
    expect(faults).toEqual([]);
    // Or little was tried: most is refused, but much gets through.
    expect(unmade).toBeLessThan(shots / 5);
    expect(by.get(200) ?? 0).toBeGreaterThan(shots / 20);
    expect((await daftar.call({ path: '/readyz' })).status).toBe(200);
    expect(graveLines()).toEqual([]);
    expect(await differences(daftar)).toEqual([]);
  },
  (SECONDS + 60) * 1000,
);
