import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { OperatorRole } from '@daftar/contract/ops-roles';
import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { buildServer } from '../app.ts';
import type { Auth } from '../auth/context.ts';
import { announceChange } from '../auth/principals.ts';
import { hashToken } from '../auth/secrets.ts';
import { insertMerchant } from '../auth/store.ts';
import { insertSession } from '../auth/store-sessions.ts';
import { type Config, loadConfig } from '../config.ts';
import { connectGuardedPool } from '../database.ts';
import { addOperator } from '../ops/operators/accounts.ts';
import { signIn as signInOperator } from '../ops/operators/sessions.ts';
import type { App, Mode } from '../platform/context.ts';
import { cookieName } from '../platform/http/cookies.ts';
import { OPERATOR_COOKIE } from '../platform/http/guard.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/database.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { codeAt } from '../platform/totp.ts';

const SECRET = 'a secret that only the tests know, 32+';

/** A signed-in person of a test merchant. */
export interface Actor {
  merchantId: number;
  userId: number;
  sessionId: string;
  email: string;
  mobile: string;
  token: string;
  headers: { authorization: string };
}

/** One of the provider's staff, signed in to the console. */
export interface OperatorActor {
  email: string;
  role: OperatorRole;
  password: string;
  /** Of the authenticator. */
  secret: string;
  headers: { cookie: string };
}

/** The product over a database of its own: real routes, real PostgreSQL, a clock that tests move. */
export interface TestServer {
  server: FastifyInstance;
  app: App;
  auth: Auth;
  clock: FakeClock;
  database: TestDatabase;
  /** Every line logged, to look for what must never be there. */
  logged: string[];
  /** Sends a request; JSON in, JSON out. */
  call(request: Call): Promise<Answer>;
  /** A merchant and its signed-in owner; live-capable unless told otherwise. */
  merchant(options?: { status?: number }): Promise<Actor>;
  /** Another person of a merchant, with just these permissions. */
  colleague(of: Actor, permissions: readonly Permission[]): Promise<Actor>;
  /** A signed-in operator; may do everything unless told otherwise. */
  operator(role?: OperatorRole): Promise<OperatorActor>;
  /** The same person on another device. */
  elsewhere(of: Actor): Promise<Actor>;
  close(): Promise<void>;
}

export interface Call {
  method?: InjectOptions['method'];
  /** Without the base: `/merchant/…`; with `mode` it is completed. Or a whole address beginning `/api`, `/pay` … */
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

/** What a stream was refused with; one that was opened is let go of. */
async function refusalOf(response: LightMyRequestResponse, type: string): Promise<string> {
  const stream = response.stream();
  if (type.includes('json')) return text(stream);
  stream.destroy();
  response.raw.res.emit('close');
  return '';
}

let people = 0;

/** Starts the product for one test file. Call `close` afterwards. */
export async function startTestServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const clock = new FakeClock();
  const logged: string[] = [];
  const dataDir = join(tmpdir(), `daftar-test-${randomUUID()}`);
  const config = { ...loadConfig({}), requestsPerMinute: 1_000_000, dataDir, ...overrides };
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  // A pool of its own: tests look at the database beside the product, not through it.
  // A machine that runs many tests at once may let an answer wait, and its database is not away for that.
  const { sql: pool, breaker } = connectGuardedPool(config, database.url, log, {
    patienceMilliseconds: 60_000,
  });
  const app: App = { db: pool, pool, clock, config, log };
  const { server, auth } = await buildServer({
    app,
    secrets: { root: SECRET, signing: [SECRET] },
    breaker,
    strictReplies: true,
  });
  await server.ready();

  async function signIn(merchantId: number, userId: number, email: string, mobile: string): Promise<Actor> {
    const sessionId = randomUUID();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + 400 * 86_400_000);
    const session = {
      merchantId,
      userId,
      id: sessionId,
      refreshHash: hashToken(sessionId),
      rememberMe: true,
      twoFactors: false,
    };
    await insertSession(pool, { ...session, userAgent: 'test', address: '127.0.0.1', now, expiresAt });
    const token = await auth.tokens.sign({ merchantId, userId, sessionId }, now);
    return {
      merchantId,
      userId,
      sessionId,
      email,
      mobile,
      token,
      headers: { authorization: `Bearer ${token}` },
    };
  }

  const nextPerson = () => {
    people += 1;
    const digits = String(people).padStart(8, '0');
    return { email: `person${digits}@example.com`, mobile: `010${digits}` };
  };

  return {
    server,
    app,
    auth,
    clock,
    database,
    logged,
    async call({ method = 'GET', path, mode, as, body, query, headers = {} }) {
      const base = mode === undefined ? '' : mode === 'live' ? '/api' : '/api/sandbox';
      const response = await server.inject({
        method,
        url: `${base}${path}`,
        // A stream of events never ends by itself: what follows is its status and headers alone.
        payloadAsStream: path.endsWith('/stream'),
        ...(query ? { query } : {}),
        headers: { ...(as ? as.headers : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const type = String(response.headers['content-type'] ?? '');
      const raw = path.endsWith('/stream') ? await refusalOf(response, type) : response.body;
      return {
        status: response.statusCode,
        body: type.includes('json') ? JSON.parse(raw) : null,
        raw,
        headers: response.headers,
      };
    },
    async merchant({ status = 3 } = {}) {
      const { email, mobile } = nextPerson();
      const key = await pool.begin(async (tx) => {
        const created = await insertMerchant(tx, {
          businessName: 'متجر النور',
          firstName: 'Mona',
          lastName: 'Adel',
          email,
          mobile,
          locale: 'en',
          roleNames: { en: 'Owner', ar: 'المالك' },
          permissions: PERMISSIONS,
          now: clock.now(),
        });
        await tx`update merchants set status = ${status} where id = ${created.merchantId}`;
        return created;
      });
      return signIn(key.merchantId, key.userId, email, mobile);
    },
    async colleague(of, permissions) {
      const { email, mobile } = nextPerson();
      const [user] = await pool<{ id: number }[]>`
        with role as (
          insert into roles (merchant_id, name_en, name_ar, permissions)
          values (${of.merchantId}, 'Some', 'بعض', ${[...permissions]}) returning id
        )
        insert into users (merchant_id, role_id, first_name, last_name, email, mobile)
        select ${of.merchantId}, id, 'Omar', 'Said', ${email}, ${mobile} from role returning id`;
      await pool`
        insert into logins (email, mobile, merchant_id, user_id)
        values (${email}, ${mobile}, ${of.merchantId}, ${user!.id})`;
      await announceChange(pool, { merchantId: of.merchantId });
      return signIn(of.merchantId, user!.id, email, mobile);
    },
    async operator(role = 'admin') {
      const { email } = nextPerson();
      const { password, secret } = await addOperator(app, { email, role }, 'test');
      const form = { email, password, code: codeAt(secret, clock.now()) };
      const visitor = { locale: 'en', address: '127.0.0.1', userAgent: 'test' } as const;
      const { token } = await signInOperator(app, visitor, form);
      return {
        email,
        role,
        password,
        secret,
        headers: { cookie: `${cookieName(config, OPERATOR_COOKIE)}=${token}` },
      };
    },
    elsewhere: ({ merchantId, userId, email, mobile }) => signIn(merchantId, userId, email, mobile),
    async close() {
      await server.close();
      breaker.stop();
      await pool.end({ timeout: 1 });
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
