import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auth } from '@daftar/contract/auth';
import { notifications } from '@daftar/contract/notifications';
import { transactions } from '@daftar/contract/transactions';
import { afterEach, describe, expect, test } from 'vitest';
import { activity } from '../../shared/activity.ts';
import { RETRIES } from '../../shared/query-client.ts';
import { ApiError, createCall, NetworkError } from './call.ts';
import { testSession } from './testing.ts';

type Answer = [status: number, body: unknown, headers?: Record<string, string>];
interface Seen {
  method: string | undefined;
  path: string;
  token: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server on loopback that answers as told, and a client that is signed in to it. */
async function start(answer: (seen: Seen) => Answer | Promise<Answer>) {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request) body += part;
    const each: Seen = {
      method: request.method,
      path: request.url ?? '',
      token: request.headers.authorization,
      headers: request.headers,
      body,
    };
    seen.push(each);
    const [status, reply, headers] = await answer(each);
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req-1', ...headers });
    response.end(JSON.stringify(reply));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { session } = testSession();
  session.signIn({ access_token: 'old', status: 0, permissions: [] }, false);
  const client = createCall({ session, locale: () => 'ar', origin });
  const count = (path: string) => seen.filter((each) => each.path.startsWith(path)).length;
  return { ...client, session, seen, count, server };
}

const REFRESH = '/api/merchant/refresh-token';
const ok = (data: unknown = null): Answer => [200, { statusCode: 200, message: 'done', data }];
const no: Answer = [401, { statusCode: 401, message: 'session over' }];
const renewed = ok({ access_token: 'new', expires_in: 900 });
const fresh = (seen: Seen): Answer => (seen.token === 'Bearer new' ? ok({ id: 1 }) : no);

test('what was sent for one business is not sent again to another one that a tab has opened meanwhile', async () => {
  const tokenOf = (mid: number) => `h.${btoa(JSON.stringify({ mid }))}.s`;
  const { call, seen, session } = await start((each) =>
    each.path === REFRESH ? ok({ access_token: tokenOf(2), expires_in: 900 }) : no,
  );
  session.signIn({ access_token: tokenOf(1), status: 0, permissions: [] }, false);
  await expect(call(auth.me)).rejects.toThrow('another business');
  await expect(call(auth.me)).rejects.toThrow('another business');
  expect(seen.map(({ token }) => token)).toEqual([`Bearer ${tokenOf(1)}`, undefined]);
});

describe('one refresh for all waiting calls', () => {
  test('five calls answered with 401 share one refresh and are each replayed once', async () => {
    const { call, count, session } = await start((seen) => (seen.path === REFRESH ? renewed : fresh(seen)));
    const replies = await Promise.all(Array.from({ length: 5 }, () => call(auth.me)));
    expect(replies.map((reply) => reply.data)).toEqual(Array.from({ length: 5 }, () => ({ id: 1 })));
    expect(count(REFRESH)).toBe(1);
    expect(count('/api/sandbox/merchant/authenticated-merchant')).toBe(10);
    expect(session.get().token).toBe('new');
  });

  test('a call that gets its 401 after the refresh is replayed without another refresh', async () => {
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { call, count } = await start(async (seen) => {
      if (seen.path === REFRESH) return renewed;
      if (seen.path.includes('notifications') && seen.token === 'Bearer old') await held;
      return seen.path.includes('notifications') && seen.token === 'Bearer new'
        ? ok({ data: [], meta: { current_page: 1 } })
        : fresh(seen);
    });
    const late = call(notifications.list);
    await call(auth.me);
    release?.();
    expect((await late).data).toEqual([]);
    expect(count(REFRESH)).toBe(1);
  });

  test('a second 401 after the replay is an error and starts no other refresh', async () => {
    const { call, count } = await start((seen) => (seen.path === REFRESH ? renewed : no));
    await expect(call(auth.me)).rejects.toMatchObject({ status: 401, message: 'session over' });
    expect(count(REFRESH)).toBe(1);
    expect(count('/api/sandbox')).toBe(2);
  });

  test('a later 401 starts a new refresh', async () => {
    let token = 1;
    const { call, count } = await start((seen) => {
      if (seen.path === REFRESH) return ok({ access_token: `t${token}`, expires_in: 900 });
      return seen.token === `Bearer t${token}` ? ok({ id: 1 }) : no;
    });
    await call(auth.me);
    token = 2;
    await call(auth.me);
    expect(count(REFRESH)).toBe(2);
  });

  test('a refused refresh ends the session and every waiting call', async () => {
    const { call, session, count } = await start(() => no);
    const changes: string[] = [];
    session.subscribe((change) => changes.push(change));
    const results = await Promise.allSettled([call(auth.me), call(auth.myPermissions), call(auth.me)]);
    expect(results.every((result) => result.status === 'rejected')).toBe(true);
    expect(count(REFRESH)).toBe(1);
    expect(changes).toEqual(['ended']);
    expect(session.get().token).toBeNull();
  });

  test('a server that is busy during the refresh does not end the session, and says when to try again', async () => {
    const { call, session } = await start((seen) =>
      seen.path === REFRESH ? [503, { statusCode: 503, message: 'busy' }, { 'Retry-After': '4' }] : no,
    );
    const error = await call(auth.me).catch((each: unknown) => each);
    expect(error).toMatchObject({ status: 503, message: 'busy', retryAfter: 4 });
    expect(session.get().token).toBe('old');
    expect([0, 1, 2, 3].map((failures) => RETRIES.retry(failures, error))).toEqual([true, true, true, false]);
    expect(RETRIES.retryDelay(0, error)).toBe(4000);
    expect(RETRIES.retry(0, new ApiError(503, {}))).toBe(true);
    expect(RETRIES.retry(1, new ApiError(503, {}))).toBe(false);
    expect(RETRIES.retry(0, new ApiError(403, {}, undefined, 4))).toBe(false);
  });

  test('a network error during the refresh does not end the session', async () => {
    const { call, session, server } = await start((seen) => {
      if (seen.path === REFRESH) server.closeAllConnections();
      return no;
    });
    await expect(call(auth.me)).rejects.toBeInstanceOf(NetworkError);
    expect(session.get().token).toBe('old');
  });

  test('a refused public call starts no refresh', async () => {
    const { call, count } = await start(() => no);
    await expect(call(auth.login, { body: { email: 'a@b.co', password: 'x' } })).rejects.toBeInstanceOf(
      ApiError,
    );
    expect(count(REFRESH)).toBe(0);
  });
});

describe('the request', () => {
  test('mode calls use the base of the active mode; fixed calls keep theirs', async () => {
    const { call, session, seen } = await start(() => ok());
    await call(transactions.details, { params: { id: 7 } });
    session.setMerchant({ status: 3 });
    session.setLive(true);
    await call(transactions.details, { params: { id: 7 } });
    await call(auth.logout);
    expect(seen.map((each) => `${each.method} ${each.path}`)).toEqual([
      'GET /api/sandbox/merchant/transactions/7',
      'GET /api/merchant/transactions/7',
      'DELETE /api/merchant/logout',
    ]);
  });

  test('token, language, idempotency key and content type are sent; empty filters are not', async () => {
    const { call, seen } = await start(() => [200, { statusCode: 200, message: '', data: [], meta: {} }]);
    await call(transactions.list, { query: { reference: '', status: 0, page: 2 } });
    await call(auth.register, {
      body: {
        firstName: 'م',
        lastName: 'ع',
        email: 'a@b.co',
        mobileNumber: '01000000000',
        businessName: 'x',
        tAndC: true,
      },
      idempotencyKey: 'k1',
    });
    expect(seen[0]?.path).toBe('/api/sandbox/merchant/transactions?status=0&page=2');
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer old', 'accept-language': 'ar-EG' });
    expect(seen[1]?.headers).toMatchObject({
      'idempotency-key': 'k1',
      'content-type': 'application/json-patch+json',
    });
    expect(JSON.parse(seen[1]?.body ?? '')).toMatchObject({ firstName: 'م', tAndC: true });
  });
});

describe('the response', () => {
  test('all messages and field errors of a refusal are kept', async () => {
    const { call } = await start(() => [
      422,
      { statusCode: 422, message: ['one', 'two'], errors: { email: ['taken'] } },
    ]);
    const error = await call(auth.me).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      message: 'one',
      messages: ['one', 'two'],
      fieldErrors: { email: ['taken'] },
      requestId: 'req-1',
    });
  });

  test('a list includes its meta, also where the response nests it', async () => {
    const meta = { current_page: 1, last_page: 3, per_page: 10, total: 21 };
    const { call } = await start((seen) =>
      seen.path.includes('notifications')
        ? ok({ data: [{ notificationId: 1 }], meta })
        : [200, { statusCode: 200, message: '', data: [{ id: 1 }], meta }],
    );
    expect(await call(transactions.list)).toMatchObject({ data: [{ id: 1 }], meta });
    expect(await call(notifications.list)).toMatchObject({ data: [{ notificationId: 1 }], meta });
  });

  test('no response is a NetworkError, an aborted call is an AbortError, and both end the progress bar', async () => {
    const { call, server } = await start(() => new Promise<Answer>(() => undefined));
    const controller = new AbortController();
    const given = call(auth.me, { signal: controller.signal });
    expect(activity.busy()).toBe(true);
    controller.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    const lost = call(auth.me);
    server.closeAllConnections();
    server.close();
    await expect(lost).rejects.toBeInstanceOf(NetworkError);
    expect(activity.busy()).toBe(false);
  });
});

test('a response that demands a proof of work is answered with one, once', async () => {
  const salt = 'mail.1795344160.nonce';
  const target = createHash('sha256').update(`${salt}.1234`).digest('hex');
  const challenge = `${salt}.${target}.signature`;
  const asks: Answer = [429, { message: 'later' }, { 'daftar-challenge': challenge }];
  const { call, seen } = await start(({ headers }) => (headers['daftar-proof'] ? ok() : asks));
  await call(auth.requestPasswordReset, { body: { email: 'mona@example.com' } });
  expect(seen.map(({ headers }) => headers['daftar-proof'])).toEqual([undefined, `${challenge}.1234`]);
});
