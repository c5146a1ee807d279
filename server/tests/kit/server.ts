import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { OperatorRole } from '@daftar/contract/ops-roles';
import type { Permission } from '@daftar/contract/permissions';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { buildServer } from '../../src/app.ts';
import type { Auth } from '../../src/auth/context.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import type { App, Mode } from '../../src/platform/context.ts';
import { FakeClock } from '../../src/platform/time/clock.ts';
import { connectGuardedPool } from '../../src/pools.ts';
import { processors } from '../../src/processors/adapters.ts';
import { faultsOfMessages } from './mail-rules.ts';
import { type Actor, newColleague, newMerchant, newOperator, type OperatorActor, signIn } from './people.ts';
import { createTestDatabase, type TestDatabase } from './platform/database.ts';
import { watchErrors } from './undeclared-errors.ts';

export type { Actor, OperatorActor } from './people.ts';

const SECRET = 'a secret that only the tests know, 32+';

/** The server on its own database: real routes, real PostgreSQL, a clock that tests control. */
export interface TestServer {
  server: FastifyInstance;
  app: App;
  auth: Auth;
  clock: FakeClock;
  database: TestDatabase;
  /** Every logged line, for checking that secrets are not logged. */
  logged: string[];
  /** Sends a request; JSON in, JSON out. */
  call(request: Call): Promise<Answer>;
  /** Creates a merchant and its signed-in owner; approved by default. */
  merchant(options?: { status?: number }): Promise<Actor>;
  /** Creates a signed-in colleague of a merchant with only these permissions. */
  colleague(of: Actor, permissions: readonly Permission[]): Promise<Actor>;
  /** Creates a signed-in operator; an administrator by default. */
  operator(role?: OperatorRole): Promise<OperatorActor>;
  /** Signs the same person in on another device. */
  elsewhere(of: Actor): Promise<Actor>;
  close(): Promise<void>;
}

export interface Call {
  method?: InjectOptions['method'];
  /** With `mode`, a path without the base that `mode` adds (`/merchant/…`); otherwise complete (`/api/…`, `/pay/…`). */
  path: string;
  mode?: Mode;
  as?: Actor | OperatorActor | null;
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
  raw: string;
  headers: Record<string, string | string[] | number | undefined>;
}

/** What stands for the id of the request in a refusal. */
export const SOME_REQUEST = 'the id of the request';

/** The whole body of an error about no field, as {@link TestServer.call} returns it. */
export const refusal = (statusCode: number, message: string | string[], code: string) => ({
  statusCode,
  message,
  code,
  doc_url: `${loadConfig({}).publicUrl}/docs/errors/${code}`,
  requestId: SOME_REQUEST,
});

/** Returns the JSON error of a refused event stream. Closes a stream that was opened and returns ''. */
async function refusalOf(response: LightMyRequestResponse, type: string): Promise<string> {
  const stream = response.stream();
  if (type.includes('json')) return text(stream);
  stream.destroy();
  response.raw.res.emit('close');
  return '';
}

/** Sends a request through the router, without a socket. */
async function inject(server: FastifyInstance, call: Call): Promise<Answer> {
  const { method = 'GET', path, mode, as, body, query, headers = {} } = call;
  const base = mode === undefined ? '' : mode === 'live' ? '/api' : '/api/sandbox';
  // An event stream does not end, so only its status and headers are read.
  const isStream = path.endsWith('/stream');
  const response = await server.inject({
    method,
    url: `${base}${path}`,
    payloadAsStream: isStream,
    ...(query ? { query } : {}),
    headers: { ...(as ? as.headers : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const type = String(response.headers['content-type'] ?? '');
  const sent = isStream ? await refusalOf(response, type) : response.body;
  // Refusals are compared with each other, byte for byte: the one thing in which any two differ is left out.
  const id = String(response.headers['x-request-id'] ?? '');
  const raw = response.statusCode < 500 && id !== '' ? sent.replaceAll(id, SOME_REQUEST) : sent;
  const answer = type.includes('json') ? JSON.parse(raw) : null;
  const isOurs = /^\/(api\/)?(ops|dev)\b/.test(`${base}${path}`);
  // An error of the console's reached merchants' software: `contract/src/error-codes.ts` says which are theirs.
  if (response.statusCode >= 400 && answer?.code && !answer.doc_url && !isOurs)
    throw new Error(`${method} ${base}${path} is refused with ${answer.code}, which has no page`);
  return {
    status: response.statusCode,
    body: answer,
    raw,
    headers: response.headers,
  };
}

/** Starts the server for one test file. Call `close` afterwards. */
export async function startTestServer(
  overrides: Partial<Config> = {},
  given?: TestDatabase,
): Promise<TestServer> {
  const database = given ?? (await createTestDatabase());
  const clock = new FakeClock();
  const logged: string[] = [];
  const dataDir = join(tmpdir(), `daftar-test-${randomUUID()}`);
  // Four transactions at a time are enough for every race; each further connection prepares every statement once more,
  // which took a seventh of these tests' processor time.
  // Races need every request at the database at once: taking turns has tests of its own.
  const limits = { databasePool: 4, requestsPerMinute: 1_000_000, longestWaitSeconds: 0 };
  const config = { ...loadConfig({}), ...limits, dataDir, ...overrides };
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  // A separate pool, so that tests read the database independently. With long timeouts, because a busy machine may be
  // slow without its database being down.
  const {
    sql: pool,
    limitsPool,
    patientPool,
    decisionPool,
    standby,
    breaker,
  } = connectGuardedPool(config, database.url, log, {
    patienceMilliseconds: 60_000,
  });
  const app: App = {
    db: pool,
    pool,
    limitsPool,
    ...(standby ? { standby } : {}),
    clock,
    config,
    log,
    processors,
  };
  const { server, auth } = await buildServer({
    app,
    secrets: { root: SECRET, signing: [SECRET] },
    breaker,
    strictReplies: true,
  });
  const requireDeclared = watchErrors(server);
  await server.ready();

  return {
    server,
    app,
    auth,
    clock,
    database,
    logged,
    async call(request) {
      const answer = await inject(server, request);
      requireDeclared();
      return answer;
    },
    merchant: ({ status = 3 } = {}) => newMerchant(app, auth, status),
    colleague: (of, permissions) => newColleague(app, auth, of.merchantId, permissions),
    operator: (role = 'admin') => newOperator(app, role),
    elsewhere: (of) => signIn(app, auth, of),
    async close() {
      await server.close();
      const wrong = await faultsOfMessages({ db: database.sql, config });
      breaker.stop();
      await standby?.end();
      await Promise.all(
        [pool, limitsPool, patientPool, decisionPool].map((each) => each.end({ timeout: 1 })),
      );
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (wrong !== '') throw new Error(wrong);
      requireDeclared();
    },
  };
}
