import type { Endpoint } from '@daftar/contract/endpoint';
import { isForOperators } from '@daftar/contract/ops-roles';
import { validate } from '@daftar/contract/validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Case, callCase, cases, madeOnce, rulesOf, sampledQuery } from '../kit/cases.ts';
import { callsWith, isCreate, sendApart } from '../kit/hostile-fields.ts';
import { NAUGHTY, ODD_VALUES } from '../kit/naughty.ts';
import { newRows, rowsOf } from '../kit/rows.ts';
import { type Actor, type OperatorActor, refusal, startTestServer, type TestServer } from '../kit/server.ts';

/** What may be sent: generated from the contract, so that a new endpoint is covered by being there. */
let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
let admin: OperatorActor;
beforeAll(async () => {
  // One connection prepares each statement once.
  daftar = await startTestServer({ databasePool: 1 });
  owner = await daftar.merchant();
  stranger = await daftar.merchant();
  admin = await daftar.operator();
});
afterAll(() => daftar.close());

const callerOf = ({ endpoint }: Case) => (isForOperators(endpoint.access) ? admin : owner);
const named = (some: Case[]) => some.map((each) => [`${each.name} (${each.mode})`, each] as const);
const withBody = cases.filter(({ endpoint }) => endpoint.body && endpoint.consumes !== 'multipart');
const creates = withBody.filter(isCreate);
/** One mode is enough where only the shape of the input is at stake. */
const once = (some: Case[]) =>
  some.filter(({ endpoint, mode }) => endpoint.base === 'fixed' || mode === 'test');

/** At most so many calls share the values of a field that they have alike. */
const MAX_SHARES = 7;

/** Where a call's field stands among the calls that have one of the same name and rule. */
interface Place {
  at: number;
  of: number;
}

/** The places of all fields of these calls' bodies or queries: what many have alike is read by one rule. */
function placesOf(some: Case[], part: 'body' | 'query'): Map<Case, Record<string, Place>> {
  const alike = new Map<string, Place[]>();
  const places = new Map<Case, Record<string, Place>>();
  for (const each of some) {
    const own: Record<string, Place> = {};
    for (const [field, rule] of Object.entries(rulesOf(each.endpoint[part]))) {
      const those = alike.get(field + rule) ?? [];
      own[field] = { at: those.length, of: 0 };
      alike.set(field + rule, [...those, own[field]]);
    }
    places.set(each, own);
  }
  for (const those of alike.values()) for (const place of those) place.of = those.length;
  return places;
}

/**
 * The values that a call sends in a field. A field that several calls have alike is sent all values by one of them or
 * another; of a call with many fields each is tried with every third, so that the call is sent all by one field or
 * another. Each begins with another one, so that those sent together differ.
 */
function shared<T>(values: readonly T[], places: Record<string, Place>, field: string): readonly T[] {
  const fields = Object.keys(places);
  const among = fields.indexOf(field);
  const { at, of } = places[field]!;
  const parts = Math.max(fields.length < 3 ? 1 : 3, Math.min(of, MAX_SHARES));
  const isAlike = of >= parts;
  const own = values.filter((_, place) => place % parts === (isAlike ? at : among) % parts);
  const first = (isAlike ? among : Math.floor(among / parts)) % own.length;
  return [...own.slice(first), ...own.slice(0, first)];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const BROKEN = ['{', '{"a":', 'undefined', '{"a":1,}', "{'a':1}", '\u0000', '{"a":1}{"b":2}'];
const OTHER_TYPES = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'];
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const OTHER_SHAPES = ['[]', '[{}]', '"x"', '5', 'true', nested(200_000), '{"__proto__":{"is_admin":true}}'];

/** Sends a body as it is. */
async function sendRaw(each: Case, body: string, headers: Record<string, string> = JSON_TYPE) {
  return callCase(daftar, each, callerOf(each), owner, { body, headers });
}

async function refusesBroken(each: Case, body: string) {
  const answer = await sendRaw(each, body);
  expect(answer.status, body).toBe(400);
  expect(answer.body).toEqual(refusal(400, 'The request could not be read', 'malformed'));
}

async function refusesType(each: Case, type: string) {
  expect((await sendRaw(each, '{}', { 'content-type': type })).status, type).toBe(415);
}

async function refusesShape(each: Case, body: string) {
  const answer = await sendRaw(each, body);
  expect(answer.status, body.slice(0, 40)).toBeGreaterThanOrEqual(400);
  expect(answer.status, body.slice(0, 40)).toBeLessThan(500);
}

/** Whether the contract refuses it, as it arrives. */
const isRefused = (schema: Endpoint['body'], sent: object) =>
  schema !== undefined && !validate(schema, JSON.parse(JSON.stringify(sent))).ok;

/** Bodies are read in one place for all calls of a kind of caller: of each kind one call is sent everything. */
const ofEachCaller = [
  ...new Map(
    once(withBody).map((each) => {
      const { access, base } = each.endpoint;
      return [`${base} ${access === 'public'} ${isForOperators(access)}`, each];
    }),
  ).values(),
];

describe.each(named(ofEachCaller))('%s, on behalf of all calls with its kind of caller,', (_, each) => {
  test('refuses a body that is not JSON or has another content type', async () => {
    for (const body of BROKEN) await refusesBroken(each, body);
    for (const type of OTHER_TYPES) await refusesType(each, type);
  });

  test('accepts the content type application/json-patch+json', async () => {
    const body = JSON.stringify(await each.sample.body?.({ daftar, actor: owner, mode: each.mode }));
    const answer = await sendRaw(each, body, { 'content-type': 'application/json-patch+json' });
    expect([415, 422]).not.toContain(answer.status);
  });

  test('refuses bodies of other shapes without a 5xx', async () => {
    for (const body of OTHER_SHAPES) await refusesShape(each, body);
    for (const body of ['null', '{}', '{"constructor":{"prototype":{"is_admin":true}}}'])
      expect((await sendRaw(each, body)).status, body).toBeLessThan(500);
    expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined();
  });
});

/** Copies of a body, each with one thing inside a field that no form sends. */
function spoilt(value: unknown, depth = 0): unknown[] {
  if (typeof value === 'string') return depth > 1 ? ['\u0000', '\ud800'] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    const inside = spoilt(first, depth + 1).map((each) => [each, ...others]);
    return value.length === 0 ? [] : [[...value, ...value], ...inside];
  }
  const inside = Object.entries(value).flatMap(([name, each]) =>
    spoilt(each, depth + 1).map((bad) => ({ ...value, [name]: bad })),
  );
  return depth === 0 ? inside : [{ ...value, '\ud800': 'x' }, { ...value, extra: '\u0000' }, ...inside];
}

const placesInBodies = placesOf(once(withBody), 'body');

describe.each(named(once(withBody)))('%s', (_, each) => {
  test('refuses invalid JSON, other content types and other shapes', async () => {
    await refusesBroken(each, '{"a":');
    await refusesType(each, 'text/plain');
    for (const body of ['[]', nested(10_000)]) await refusesShape(each, body);
    expect((await sendRaw(each, 'null')).status).toBeLessThan(500);
  });

  test('ignores unknown fields, however deeply nested', async () => {
    const sample = await each.sample.body?.({ daftar, actor: owner, mode: each.mode });
    const deep = `${JSON.stringify(sample).slice(0, -1)},"unknown":${nested(100_000)}}`;
    const headers = { ...JSON_TYPE, 'idempotency-key': `deep ${each.name} ${each.mode}` };
    expect((await sendRaw(each, deep, headers)).status).toBeLessThan(500);
  });

  test('answers nothing inside a field with a 5xx: repeated entries, and names and texts that cannot be stored', async () => {
    const world = { daftar, actor: owner, mode: each.mode };
    let bodies = spoilt(await each.sample.body?.(world));
    for (let index = 0; index < bodies.length; index += 1) {
      const body = bodies[index] as Record<string, unknown>;
      // What the contract refuses reaches nothing.
      if (isRefused(each.endpoint.body, body)) continue;
      const params = await each.sample.params?.(world);
      const answer = await callCase(
        daftar,
        each,
        callerOf(each),
        owner,
        params ? { params, body } : { body },
      );
      expect(answer.status, `${JSON.stringify(body).slice(0, 200)}: ${answer.raw}`).toBeLessThan(500);
      bodies = spoilt(await each.sample.body?.(world));
    }
  });

  test('answers no field value with a 5xx', async () => {
    const { body: schema } = each.endpoint;
    const places = placesInBodies.get(each)!;
    const send = await callsWith(daftar, each, callerOf(each), owner);
    const refused: [string, unknown][] = [];
    const odd: [string, unknown][] = [];
    const rounds: [string, string][][] = [];
    for (const field of Object.keys(places)) {
      const isAccepted = (value: unknown) => !isRefused(schema, { ...send.sample, [field]: value });
      const [texts, others] = [shared(NAUGHTY, places, field), shared(ODD_VALUES, places, field)];
      const bad = [...texts, ...others].find((value) => !isAccepted(value));
      if (bad !== undefined) refused.push([field, bad]);
      odd.push(...others.filter(isAccepted).map((value) => [field, value] as [string, unknown]));
      texts.filter(isAccepted).forEach((value, round) => {
        rounds[round] ??= [];
        rounds[round].push([field, value]);
      });
    }
    // What the contract refuses is refused before anything of the call is reached: one of each field is sent for all.
    if (refused.length > 0) await send(refused);
    for (const one of odd) await send([one]);
    for (const round of rounds) await sendApart(send, round);
  });
});

describe.each(named(creates))('%s', (_, each) => {
  test('ignores fields that the caller may not set', async () => {
    const extra = {
      id: 1,
      merchant_id: stranger.merchantId,
      merchantId: stranger.merchantId,
      mode: each.mode === 'live' ? 'test' : 'live',
      status: 3,
      role_id: 1,
      user_id: stranger.userId,
      created_by: stranger.userId,
      created_at: '2000-01-01T00:00:00Z',
      balance: 1_000_000,
      available_balance: 1_000_000,
      is_admin: true,
      is_first: true,
      permissions: ['users-manage'],
      paid_count: 5,
      token: 'chosen',
      reference: 'CHOSEN',
    };
    const strangerBefore = await rowsOf(daftar, stranger.merchantId);
    const make = async (more: object) => {
      const { status } = each.sample;
      const actor = status === undefined ? owner : await daftar.merchant({ status });
      const world = { daftar, actor, mode: each.mode };
      const params = await each.sample.params?.(world);
      const sample = await each.sample.body?.(world);
      const before = await rowsOf(daftar, actor.merchantId);
      const body = { ...more, ...sample };
      const answer = await callCase(
        daftar,
        each,
        status === undefined ? callerOf(each) : actor,
        actor,
        params ? { params, body } : { body },
      );
      expect(answer.status, answer.raw).toBeLessThan(300);
      return newRows(daftar, actor.merchantId, before);
    };
    const [one, two, forged] = [await make({}), await make({}), await make(extra)];
    expect(Object.keys(forged).length).toBeGreaterThan(0);
    for (const [table, rows] of Object.entries(one)) {
      expect(forged[table]?.length, table).toBe(rows.length);
      rows.forEach((row, place) => {
        for (const [column, value] of Object.entries(row)) {
          // What differs between two honest calls (ids, tokens) is new each time; none of it is ours to choose.
          const isSteady = JSON.stringify(two[table]?.[place]?.[column]) === JSON.stringify(value);
          const forgedValue = forged[table]?.[place]?.[column];
          if (isSteady) expect(forgedValue, `${table}.${column}`).toEqual(value);
          else expect(['CHOSEN', 'chosen', 1], `${table}.${column}`).not.toContain(forgedValue);
        }
      });
    }
    expect(await newRows(daftar, stranger.merchantId, strangerBefore)).toEqual({});
  });
});

const FILTER_VALUES = [...NAUGHTY.map((text) => text.toWellFormed()), ...['', ' ', 'asc', '1', '2026-02-30']];

const withQuery = cases.filter(({ endpoint }) => endpoint.query);
const [firstWithQuery] = once(withQuery);
const placesInQueries = placesOf(once(withQuery), 'query');
/** Queries that are none; they are read in one place for all calls, so one call is sent each by itself. */
const NO_QUERIES = ['%', '%ff=%fe', '&&&==', '__proto__=1&constructor=2', 'x'.repeat(5000)];
const PAGES = ['0', '101', '1e9', '-1', '1.5', '9'.repeat(30)];

describe.each(named(once(withQuery)))('%s', (_, each) => {
  const params = async (): Promise<Record<string, string | number>> =>
    (await each.sample.params?.({ daftar, actor: owner, mode: each.mode })) ?? {};

  test('answers no filter value with a 5xx', async () => {
    const made = await params();
    const sampled = await sampledQuery(each.sample, { daftar, actor: owner, mode: each.mode });
    const call = await madeOnce(daftar, each, owner);
    const places = placesInQueries.get(each)!;
    const send = async (values: readonly [string, string][]) => {
      const query = Object.fromEntries(values);
      const answer = await callCase(daftar, call, callerOf(each), owner, { params: made, query });
      const sent = values.map(([field, value]) => `${field} = ${value.slice(0, 40)}`).join(', ');
      expect(answer.status, `${sent}: ${answer.raw.slice(0, 200)}`).toBeLessThan(500);
      return answer.status < 300;
    };
    const refused: [string, string][] = [];
    const rounds: [string, string][][] = [];
    for (const field of Object.keys(places)) {
      const values = shared(FILTER_VALUES, places, field);
      const isAccepted = (value: string) =>
        !value.trim() || !isRefused(each.endpoint.query, { ...sampled, [field]: value });
      const bad = values.find((value) => !isAccepted(value));
      if (bad !== undefined) refused.push([field, bad]);
      values.filter(isAccepted).forEach((value, round) => {
        rounds[round] ??= [];
        rounds[round].push([field, value]);
      });
    }
    if (refused.length > 0) await send(refused);
    // A filter that finds nothing may spare the others: of each field the first value is sent alone.
    for (const one of rounds[0] ?? []) await send([one]);
    for (const round of rounds.slice(1)) await sendApart(send, round);
  });

  test('answers malformed addresses, repeated filters and out-of-range pages without a 5xx', async () => {
    const made = await params();
    const path = each.endpoint.path.replace(/:(\w+)/g, (_all, name: string) => String(made[name]));
    const base = each.endpoint.base === 'fixed' ? '/api' : '/api/sandbox';
    const { sample } = await madeOnce(daftar, each, owner);
    const world = { daftar, actor: owner, mode: each.mode };
    const sampled = await sampledQuery(sample, world);
    const places = placesInQueries.get(each)!;
    const fields = Object.keys(places);
    const [first] = fields;
    const queries = each === firstWithQuery ? [...NO_QUERIES] : [NO_QUERIES.join('&')];
    queries.push(`${first}=%ED%A0%80`, `${first}[]=1`);
    // What the contract refuses is refused before anything of the call is reached: one is sent for all.
    const isAccepted = (field: string, value: string | string[]) =>
      !isRefused(each.endpoint.query, { ...sampled, [field]: value });
    for (const field of fields.filter((each) => each === first || isAccepted(each, ['1', '2'])))
      queries.push(`${field}=1&${field}=2`);
    for (const name of fields.filter((field) => /page/i.test(field))) {
      const refused = PAGES.filter((page) => !isAccepted(name, page));
      const accepted = shared(PAGES, places, name).filter((page) => isAccepted(name, page));
      for (const page of [...accepted, ...refused.slice(0, 1)]) queries.push(`${name}=${page}`);
    }
    for (const query of queries) {
      const url = `${base}${path}?${new URLSearchParams(sampled)}&${query}`;
      const body = await sample.body?.(world);
      const answer = await daftar.call({ method: each.endpoint.method, path: url, as: callerOf(each), body });
      expect(answer.status, query.slice(0, 80)).toBeLessThan(500);
    }
  });
});
