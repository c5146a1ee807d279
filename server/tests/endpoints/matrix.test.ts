import type { Endpoint } from '@daftar/contract/endpoint';
import { isForOperators, OPERATOR_ROLES, type OperatorRole } from '@daftar/contract/ops-roles';
import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import { validate } from '@daftar/contract/validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Case,
  callCase,
  callWell,
  cases,
  madeOnce,
  missingParams,
  permissionsOf,
  rolesOf,
  withoutSample,
} from '../kit/cases.ts';
import { type Actor, type OperatorActor, refusal, startTestServer, type TestServer } from '../kit/server.ts';

/** Who may call what: generated from the contract, so that a new endpoint is covered by being there. */
let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
let operators: Record<OperatorRole, OperatorActor>;
/** A merchant of each status but live, for calls that are refused or only read. */
const unchanged: Record<number, Actor> = {};
/** The same for calls that may change it. */
const changed = new Map<number, Actor>();
const colleagues = new Map<string, Promise<Actor>>();

/** A colleague of the owner with just these permissions, the same for each call that leaves them their session. */
function colleagueWith(permissions: readonly Permission[]): Promise<Actor> {
  const key = permissions.join();
  const colleague = colleagues.get(key) ?? daftar.colleague(owner, permissions);
  colleagues.set(key, colleague);
  return colleague;
}

/** A merchant of a status that calls may change; another one once they have changed the status, or ended its session. */
async function changedOf(status: number): Promise<Actor> {
  const merchant = changed.get(status);
  const [same] = merchant
    ? await daftar.database.sql`
        select from merchants m join sessions s on s.merchant_id = m.id
         where m.id = ${merchant.merchantId} and m.status = ${status} and s.id = ${merchant.sessionId}
           and s.ended_at is null and s.view_role_id is null`
    : [];
  if (merchant && same) return merchant;
  const another = await daftar.merchant({ status });
  changed.set(status, another);
  return another;
}

const refusable = new Map<Case, Promise<Case>>();

/** The case for calls that are refused, with one sample for all of them: a seventh of this file's processor time. */
function toRefuse(each: Case): Promise<Case> {
  const made = refusable.get(each) ?? madeOnce(daftar, each, owner);
  refusable.set(each, made);
  return made;
}

/** The case for calls that are allowed: what has an id finds nothing by it, and uses nothing of its sample up. */
const toAllow = async (each: Case) => (each.endpoint.params ? toRefuse(each) : each);

beforeAll(async () => {
  // One connection: a call that takes another while it holds one would wait for itself for ever.
  daftar = await startTestServer({ databasePool: 1 });
  owner = await daftar.merchant();
  stranger = await daftar.merchant();
  operators = {
    reviewer: await daftar.operator('reviewer'),
    support: await daftar.operator('support'),
    finance: await daftar.operator('finance'),
    viewer: await daftar.operator('viewer'),
    admin: await daftar.operator('admin'),
  };
  for (const status of [0, 1, 2, 4]) unchanged[status] = await daftar.merchant({ status });
});
afterAll(() => daftar.close());

const named = (some: Case[]) => some.map((each) => [`${each.name} (${each.mode})`, each] as const);
const guarded = cases.filter(({ endpoint }) => endpoint.access !== 'public');
const forOperators = guarded.filter(({ endpoint }) => isForOperators(endpoint.access));
const signedIn = guarded.filter((each) => !forOperators.includes(each));

const NO_IDS = ['abc', '0', '-1', '1.5', '1e99', '9'.repeat(40), '%', "1' or 1=1", '\u0000', '../1'];

/** Parameters that are no ids. What the contract refuses is refused in one place: one is sent for all. */
function malformedParams(endpoint: Endpoint): Record<string, string>[] {
  const names = Object.keys(missingParams(endpoint));
  const all = NO_IDS.map((id) => Object.fromEntries(names.map((name) => [name, id])));
  const isAccepted = (params: object) => validate(endpoint.params!, params).ok;
  const [refused] = all.filter((params) => !isAccepted(params));
  return [...all.filter(isAccepted), ...(refused ? [refused] : [])];
}

test('every endpoint with a path parameter or a body has a sample', () => {
  expect(withoutSample).toEqual([]);
});

test('every endpoint of the contract is mounted, and no other route exists under /api', () => {
  const expected = cases.map(({ endpoint, mode }) => {
    const base = endpoint.base === 'mode' && mode === 'test' ? '/api/sandbox' : '/api';
    return `${endpoint.method} ${base}${endpoint.path}`;
  });
  for (const route of expected) {
    const [method, url] = route.split(' ') as ['GET', string];
    expect(daftar.server.hasRoute({ method, url }), route).toBe(true);
  }
  expect(new Set(expected).size).toBe(expected.length);
  expect(mountedUnderApi().toSorted()).toEqual(expected.toSorted());
});

/** What the router itself lists: its tree of path segments, read back into addresses. */
function mountedUnderApi(): string[] {
  const found: string[] = [];
  const segments: string[] = [];
  for (const line of daftar.server.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([\s│]*)[├└]── (\S*)(?: \(([^)]+)\))?$/.exec(line);
    if (!match) continue;
    const depth = match[1]!.length / 4;
    segments.length = depth;
    segments[depth] = match[2]!;
    const url = segments.join('');
    for (const method of match[3]?.split(', ') ?? []) {
      if (method !== 'HEAD' && method !== 'OPTIONS' && url.startsWith('/api/'))
        found.push(`${method} ${url}`);
    }
  }
  return found;
}

const STRANGERS: Record<string, Record<string, string>> = {
  'no token': {},
  'a token of nobody': { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  'a token in another scheme': { authorization: 'Basic Zm9vOmJhcg==' },
};

describe.each(named(guarded))('%s', (_, each) => {
  test('answers 401 without a token, with an unknown token, and with a token in another scheme', async () => {
    const once = await toRefuse(each);
    for (const [what, headers] of Object.entries(STRANGERS)) {
      const answer = await callCase(daftar, once, null, owner, { headers });
      expect(answer.status, what).toBe(401);
      expect(answer.body, what).toEqual(refusal(401, 'Please sign in', 'unauthorized'));
      expect(answer.headers['x-request-id'], what).toBeTruthy();
    }
  });
});

describe.each(named(signedIn))('%s', (_, each) => {
  const needed = permissionsOf(each.endpoint);
  const also = each.endpoint.also ? [each.endpoint.also] : [];

  test(`requires ${[needed.join(' or ') || 'only a signed-in user', ...also].join(' and ')}`, async () => {
    for (const lacking of [needed, also]) {
      if (lacking.length === 0) continue;
      const rest = PERMISSIONS.filter((permission) => !lacking.includes(permission));
      const without = await callCase(daftar, await toRefuse(each), await colleagueWith(rest), owner);
      expect(without.status).toBe(403);
      expect(without.body).toEqual(refusal(403, 'You do not have permission to do this', 'forbidden'));
    }
    for (const allowed of needed.length > 0 ? needed.map((permission) => [permission]) : [[]]) {
      const permissions = [...allowed, ...also];
      // Calls of everybody are about themselves, and may end their session.
      const isSteady = each.endpoint.method === 'GET' || needed.length > 0;
      const colleague = isSteady
        ? await colleagueWith(permissions)
        : await daftar.colleague(owner, permissions);
      const answer = await callCase(daftar, await toAllow(each), colleague, owner);
      expect(answer.status, answer.raw).not.toBe(403);
      expect(answer.status, answer.raw).not.toBe(401);
      expect(answer.status, answer.raw).toBeLessThan(500);
    }
  });

  test('respects the status of the merchant', async () => {
    const { endpoint, mode } = each;
    const open = endpoint.base === 'fixed' || endpoint.whenNotLive === true;
    // What the sample refers to is the owner's, so none of these merchants uses it up.
    const once = await toRefuse(each);
    for (const status of [0, 1, 2, 4]) {
      const reads = endpoint.method === 'GET' || endpoint.whenSuspended === true;
      const isRefused = !open && (status === 4 ? !reads : mode === 'live');
      // Who may call may change what later tests need; who is refused or reads changes nothing.
      const isSteady = isRefused || endpoint.method === 'GET';
      const merchant = isSteady ? unchanged[status]! : await changedOf(status);
      const answer = await callCase(daftar, once, merchant, owner);
      if (isRefused) expect(answer.status, `status ${status}`).toBe(403);
      else expect(answer.status, `status ${status}: ${answer.raw}`).not.toBe(403);
      expect(answer.status).toBeLessThan(500);
    }
  });

  if (each.endpoint.params && each.sample.params) {
    const makeParams = each.sample.params;

    test('answers the id of another merchant or mode like one that does not exist', async () => {
      const { mode, endpoint } = each;
      const once = await toRefuse(each);
      const missing = await callCase(daftar, once, owner, owner, { params: missingParams(endpoint) });
      expect(missing.status).toBe(404);
      const foreign = [await makeParams({ daftar, actor: stranger, mode })];
      if (endpoint.base === 'mode' && !each.sample.sharedByModes) {
        foreign.push(await makeParams({ daftar, actor: owner, mode: mode === 'live' ? 'test' : 'live' }));
      }
      for (const params of foreign) {
        const answer = await callCase(daftar, once, owner, owner, { params });
        expect(answer.status).toBe(404);
        expect(answer.raw).toBe(missing.raw);
      }
    });

    test('finds the merchant’s own object', async () => {
      const answer = await callWell(daftar, each, owner, operators.admin);
      expect(answer.status, answer.raw).toBeLessThan(300);
    });

    test('answers 404 to a malformed id', async () => {
      const once = await toRefuse(each);
      for (const params of malformedParams(each.endpoint)) {
        const answer = await callCase(daftar, once, owner, owner, { params });
        expect(answer.status, `${JSON.stringify(params)}: ${answer.raw}`).toBe(404);
      }
    });
  } else {
    test('succeeds with its sample', async () => {
      const answer = await callWell(daftar, each, owner, operators.admin);
      expect(answer.status, answer.raw).toBeLessThan(300);
    });
  }
});

describe.each(named(signedIn))('%s', (_, each) => {
  test('rejects operators', async () => {
    const { cookie } = operators.admin.headers;
    const token = cookie.split('=')[1]!;
    const tries: Record<string, string>[] = [{ cookie }, { authorization: `Bearer ${token}` }];
    const once = await toRefuse(each);
    for (const headers of tries) {
      const answer = await callCase(daftar, once, null, owner, { headers });
      expect(answer.status).toBe(401);
    }
  });
});

describe.each(named(forOperators))('%s', (_, each) => {
  const allowed = rolesOf(each.endpoint);

  test('rejects merchants', async () => {
    const tries: Record<string, string>[] = [{}, { cookie: `operator=${owner.token}` }];
    const once = await toRefuse(each);
    for (const headers of tries) {
      const answer = await callCase(daftar, once, owner, owner, { headers });
      expect(answer.status).toBe(401);
    }
  });

  test(`is restricted to ${allowed.join(' and ')}`, async () => {
    expect(allowed).toContain('admin');
    for (const role of OPERATOR_ROLES) {
      const isAllowed = allowed.includes(role);
      const call = await (isAllowed ? toAllow(each) : toRefuse(each));
      const answer = await callCase(daftar, call, operators[role], owner);
      if (isAllowed) {
        expect([401, 403], answer.raw).not.toContain(answer.status);
        expect(answer.status, answer.raw).toBeLessThan(500);
      } else {
        expect(answer.status).toBe(403);
        expect(answer.body.message).toBe('You do not have permission to do this');
      }
    }
  });

  test('refuses a cross-site request', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await callCase(daftar, await toRefuse(each), operators.admin, owner, { headers });
    expect(answer.status).toBe(403);
  });

  if (each.endpoint.params && each.sample.params) {
    test('finds an existing object, and answers 404 to any other id', async () => {
      const found = await callWell(daftar, each, owner, operators.admin);
      expect(found.status, found.raw).toBeLessThan(300);
      const once = await toRefuse(each);
      for (const missing of [missingParams(each.endpoint), ...malformedParams(each.endpoint)]) {
        const answer = await callCase(daftar, once, operators.admin, owner, { params: missing });
        expect(answer.status, answer.raw).toBe(404);
      }
    });
  } else {
    test('succeeds with its sample', async () => {
      const answer = await callWell(daftar, each, owner, operators.admin);
      expect(answer.status, answer.raw).toBeLessThan(300);
    });
  }
});
