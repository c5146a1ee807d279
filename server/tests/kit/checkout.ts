/** Test helpers of payments: a merchant, links, and a payer who uses the real routes. */
import type { PayRenderer, PayView } from '@daftar/contract/checkout';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { checkoutChecks, checkoutJobs, registerPayPages } from '../../src/checkout/index.ts';
import type { PayableRef } from '../../src/checkout/payable-source.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { checkLedger, type Difference } from '../../src/ledger/check.ts';
import { readOutbox } from '../../src/messages/outbox.ts';
import type { App, Mode } from '../../src/platform/context.ts';
import { connect, type Sql } from '../../src/platform/db/connect.ts';
import { createHttpServer } from '../../src/platform/http/server.ts';
import { newReference, newToken } from '../../src/platform/references.ts';
import { FakeClock } from '../../src/platform/time/clock.ts';
import type { Processors } from '../../src/processors/gateway.ts';
import { processorsOf } from '../../src/processors/registry.ts';
import { faultsOfMessages } from './mail-rules.ts';
import { createTestDatabase } from './platform/database.ts';

export const GOOD_CARD = '4242424242424242';

/** Renders the view as JSON instead of a document, for tests to examine. */
const stubRenderer: PayRenderer = {
  renderPayPage: (view) => `<!doctype html>${JSON.stringify(view)}`,
  renderInvoicePage: (page) => `<!doctype html>${JSON.stringify(page)}`,
  csp: { script: ["'sha256-script'"], style: ["'sha256-style'"] },
  scripts: [],
};

/** Options of a test link; amounts in hundredths. */
export interface LinkOptions {
  mode?: Mode;
  amount?: number;
  currency?: 'EGP' | 'USD';
  rateScaled?: number;
  maxPaymentCount?: number;
  methods?: number[];
  asks?: ('name' | 'email' | 'phone' | 'address')[];
  dueInMinutes?: number;
  language?: 1 | 2;
  successUrl?: string;
  cancelUrl?: string;
}

export type Link = PayableRef & { token: string };

/** A reply of the payment page. */
export interface PayReply {
  status: number;
  location: string | null;
  view: PayView | null;
  headers: Record<string, string | string[] | number | undefined>;
  raw: string;
  cookie: string;
}

/** The payment pages on a database of their own, with a clock that tests move. */
export interface TestCheckout {
  app: App;
  sql: Sql;
  clock: FakeClock;
  server: FastifyInstance;
  logged: string[];
  merchant(options?: { status?: number; feesOn?: 'M' | 'C' }): Promise<number>;
  link(merchantId: number, options?: LinkOptions): Promise<Link>;
  get(path: string, headers?: Record<string, string>): Promise<PayReply>;
  /** @param headers may contain `remoteAddress`, the caller's address. */
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<PayReply>;
  /** Pays by card with the form; follows no redirect. */
  payByCard(link: Link, number?: string, headers?: Record<string, string>): Promise<PayReply>;
  /** Returns the newest message sent to a recipient. */
  lastMessage(to: string): Promise<string>;
  /** Runs checkout's waiting jobs. */
  runJobs(): Promise<number>;
  /** Returns all differences that ledger:check reports. */
  differences(): Promise<Difference[]>;
  close(): Promise<void>;
}

/** Our id of an attempt at its processor. */
export async function externalRefOf(sql: Sql, token: string): Promise<string> {
  const [row] = await sql<
    { ref: string }[]
  >`select external_ref as ref from payment_attempts where token = ${token}`;
  return row!.ref;
}

/** The form of a payment by card. */
export const cardForm = (number = GOOD_CARD): Record<string, string> => ({
  method: '1',
  card_number: number,
  card_expiry: '12/30',
  card_cvv: '739',
  card_name: 'Mona Adel',
});

const PATIENT_LIMITS: Config['limits'] = {
  codesPerHour: 1_000,
  codeGuessesPerHour: 1_000,
  declinesPerTenMinutes: 1_000,
  linkMailsPerHour: 1_000,
  trialMessagesPerHour: 1_000,
  trialMessagesPerDay: 1_000,
  openCashOrders: 1_000,
};

/** Starts the payment pages for one test file; call `close` afterwards. */
export async function startTestCheckout(
  overrides: Partial<Config> = {},
  processors: Processors = processorsOf([]),
): Promise<TestCheckout> {
  const database = await createTestDatabase();
  const clock = new FakeClock();
  const logged: string[] = [];
  const config = {
    ...loadConfig({}),
    requestsPerMinute: 1_000_000,
    // All tests pay from one address with few cards; the limits have tests of their own.
    limits: PATIENT_LIMITS,
    secret: 'x'.repeat(32),
    ...overrides,
  };
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  const pool = connect(database.url, { max: 25, applicationName: 'checkout under test' });
  const app: App = { db: pool, pool, clock, config, log, processors };
  const server = await createHttpServer(config, log);
  registerPayPages(server, app, { renderer: async () => stubRenderer });
  await server.ready();
  const { sql } = database;
  let serial = 0;

  async function send(method: 'GET' | 'POST', url: string, form?: object, headers = {}): Promise<PayReply> {
    const payload = form && new URLSearchParams(form as Record<string, string>).toString();
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const { remoteAddress, ...sent } = headers as Record<string, string>;
    const reply = await server.inject({
      method,
      url,
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
      headers: { ...type, ...sent },
      ...(payload === undefined ? {} : { payload }),
    });
    const isPage = String(reply.headers['content-type']).startsWith('text/html');
    const cookies = [reply.headers['set-cookie'] ?? []].flat();
    return {
      status: reply.statusCode,
      location: (reply.headers.location as string | undefined) ?? null,
      view: isPage ? (JSON.parse(reply.body.replace('<!doctype html>', '')) as PayView) : null,
      headers: reply.headers,
      raw: reply.body,
      cookie: cookies.map((each) => each.split(';')[0]).join('; '),
    };
  }
  const post: TestCheckout['post'] = (path, form, headers) => send('POST', path, form, headers);

  return {
    app,
    sql,
    clock,
    server,
    logged,
    async merchant({ status = 3, feesOn = 'M' } = {}) {
      serial += 1;
      // Read at once, because other messages may be on their way.
      const email = `m${serial}@example.com`;
      const [row] = await sql<{ id: number }[]>`
        insert into merchants (business_name, status, email, mobile)
        values ('متجر النور', ${status}, ${email}, '01000000000') returning id`;
      const id = row!.id;
      for (const mode of ['live', 'test']) {
        await sql`insert into merchant_settings (merchant_id, mode, fees_on) values (${id}, ${mode}, ${feesOn})`;
      }
      await sql`
        with role as (insert into roles (merchant_id, name_en, name_ar) values (${id}, 'Owner', 'المالك') returning id),
             person as (insert into people (email) values (${email}) returning id)
        insert into users (merchant_id, person_id, role_id, first_name, last_name, email, mobile)
        select ${id}, person.id, role.id, 'Mona', 'Adel', ${email}, '01000000000' from role, person`;
      return id;
    },
    async link(merchantId, options = {}) {
      const { mode = 'test', amount = 10_000, currency = 'EGP', maxPaymentCount = 1, asks = [] } = options;
      const rate = options.rateScaled ?? 1_000_000;
      const token = newToken();
      const due = new Date(clock.now().getTime() + (options.dueInMinutes ?? 7 * 24 * 60) * 60_000);
      const [row] = await sql<{ id: number }[]>`
        insert into payment_links (
          merchant_id, mode, reference, token, invoice_name, currency, amount, total, value_piastres, rate_scaled,
          payment_methods, due_at, max_payment_count, language, require_name, require_email, require_phone,
          require_address, success_url, cancel_url, created_by, created_at, updated_at)
        select ${merchantId}, ${mode}, ${newReference('LNK')}, ${token}, 'Course', ${currency}, ${amount}, ${amount},
               ${Math.round((amount * rate) / 1_000_000)}, ${rate}, ${options.methods ?? [1, 2, 3, 4, 5]}, ${due},
               ${maxPaymentCount}, ${options.language ?? 2}, ${asks.includes('name')}, ${asks.includes('email')},
               ${asks.includes('phone')}, ${asks.includes('address')},
               ${options.successUrl ?? null}, ${options.cancelUrl ?? null}, id, ${clock.now()}, ${clock.now()}
          from users where merchant_id = ${merchantId} limit 1
        returning id`;
      const ref = { merchantId, mode, kind: 'payment-link', id: row!.id } as const;
      await sql`
        insert into pay_tokens (token, merchant_id, mode, kind, payable_id)
        values (${token}, ${merchantId}, ${mode}, ${ref.kind}, ${ref.id})`;
      return { ...ref, token };
    },
    get: (path, headers) => send('GET', path, undefined, headers),
    post,
    payByCard: (link, number, headers) => post(`/pay/${link.token}`, cardForm(number), headers),
    async lastMessage(to) {
      const [row] = await readOutbox(app, { to, limit: 1 });
      return row?.text ?? '';
    },
    async runJobs() {
      const jobs = await sql<{ id: number; task: string; payload: unknown }[]>`
        select j.id, j.task_identifier as task, p.payload from graphile_worker.jobs j
          join graphile_worker._private_jobs p on p.id = j.id
         where j.task_identifier = any (${Object.keys(checkoutJobs)}) order by j.id`;
      for (const { id, task, payload } of jobs) {
        await checkoutJobs[task]!(app, payload);
        await sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
      }
      return jobs.length;
    },
    differences: () => checkLedger(sql, { extraChecks: checkoutChecks }),
    async close() {
      await server.close();
      const wrong = await faultsOfMessages(app);
      await pool.end({ timeout: 1 });
      await database.drop();
      if (wrong !== '') throw new Error(wrong);
    },
  };
}

/** The stored counts and status of a link. */
export async function linkRow(sql: Sql, link: PayableRef) {
  const [row] = await sql<{ status: number; paid: number; held: number }[]>`
    select status, paid_count as paid, held_count as held from payment_links
     where merchant_id = ${link.merchantId} and id = ${link.id}`;
  return row!;
}

/** The transactions of a merchant, oldest first. */
export function transactionsOf(sql: Sql, merchantId: number) {
  return sql<
    {
      id: number;
      reference: string;
      status: number;
      flags: string[];
      charged: number;
      net: number;
      value: number;
      total: number;
      currency: string;
      expected: string | null;
      failure: string | null;
    }[]
  >`
    select id, reference, status, flags, charged_piastres as charged, net_piastres as net, value_piastres as value,
           total, currency, expected_settlement_on as expected, failure_reason as failure
      from transactions where merchant_id = ${merchantId} order by id`;
}
