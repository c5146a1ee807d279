import { APPROVAL_DAYS } from '@daftar/contract/approvals';
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { TicketPriority } from '@daftar/contract/ops-tickets';
import ipaddr from 'ipaddr.js';
import { withSecretFiles } from './config-files.ts';
import { type OperatorSignIn, operatorSignIn } from './config-sign-in.ts';
import { plainConnection } from './config-tls.ts';
import { type Tracing, tracing } from './config-tracing.ts';
import { USUAL } from './platform/before-start.mjs';
import { addressesOf } from './platform/db/addresses.ts';
import { parseRange } from './platform/http/addresses.ts';

/** An invalid setting: one sentence for the terminal that names the variable. */
export class ConfigError extends Error {}

/** All settings, read once from the environment. `docs/operations.md` has the same table. */
export interface Config {
  production: boolean;
  /** What this process does: answer HTTP, run jobs, or both. */
  role: 'all' | 'server' | 'worker';
  host: string;
  port: number;
  /** A port for health and metrics alone, which no proxy leads to; null when there is none. */
  metricsPort: number | null;
  /** The origin of our addresses, without a trailing slash. */
  publicUrl: string;
  /** Null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** The same database without a pooler, for what needs a session of its own: LISTEN, migrations, the queue. */
  databaseDirectUrl: string | null;
  /** A streaming standby of the same database, for what only reads; null without one. */
  databaseReadUrl: string | null;
  databasePool: number;
  /** Off behind PgBouncer in transaction mode. */
  databasePrepare: boolean;
  dataDir: string;
  /**
   * As configured: signs access tokens and decrypts the root secret; null: stored in `dataDir` (embedded database
   * only). Once the database is open, an `App` has the root secret here instead.
   */
  secret: string | null;
  /** Salts the keys that protect input from strangers; stored in the database. */
  signingSalt: string | null;
  /** Also accepted while it and `secret` replace each other. */
  otherSecret: string | null;
  /** Proxies whose X-Forwarded-For is trusted: addresses or CIDR. */
  trustedProxies: string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  smtpUrl: string | null;
  mailFrom: string;
  smsGatewayUrl: string | null;
  /** Servers that are asked for the DNS records of merchants' domains, as `address` or `address:port`; none: the machine's. */
  dnsServers: string[];
  /** Requests per minute per session or, without one, per address. */
  requestsPerMinute: number;
  /** For so long a call waits for its turn before it is refused; other requests by a multiple of it. 0: nothing takes turns. */
  longestWaitSeconds: number;
  /** Limits of anonymous callers, before a proof of work is required or they are refused. */
  limits: {
    /** One-time codes sent to a phone number. */
    codesPerHour: number;
    /** Wrong one-time codes for a phone number, over all payments. */
    codeGuessesPerHour: number;
    /** Declined cards per link, address and card. */
    declinesPerTenMinutes: number;
    /** Sign-ups and mailed links per address, and mails with links per recipient. */
    linkMailsPerHour: number;
    /** E-mails and SMS per outsider, from test mode and unverified merchants. */
    trialMessagesPerHour: number;
    /** The same per merchant. */
    trialMessagesPerDay: number;
    /** Unpaid orders on delivery per phone number and store. */
    openCashOrders: number;
  };
  /** VAT on our fees, in basis points. */
  vatBps: number;
  /** Who issues tax invoices of our fees, and from which month (`YYYY-MM`); null: none are issued. */
  feeInvoices: {
    issuer: {
      /** The tax registration number: nine digits. */
      taxId: string;
      name: { en: string; ar: string };
      address: { en: string; ar: string };
    };
    from: string;
  } | null;
  /** The rate of merchants without one of their own. */
  defaultRateBps: number;
  defaultFixedFeePiastres: number;
  /** Days after which an uncollected payout returns to the balance. */
  payoutDays: number;
  /** Cooling-off period before the first settlement to a replacement bank account, in hours. */
  bankRestHours: number;
  /** Days after which the body of an unsent message is erased. */
  messageBodyDays: number;
  /** Days after which a message is deleted. */
  messageDays: number;
  /** Days after which a notification is deleted. */
  notificationDays: number;
  /** Days after which payments of the sandbox, and messages of test mode, are deleted. */
  testDays: number;
  /** Days during which a user whose account somebody created or changed does not count as a second person for them. */
  secondPersonDays: number;
  /** By when a merchant's message is answered: counted on working days, between two hours of Cairo's day. */
  answering: { fromHour: number; toHour: number; hours: Readonly<Record<TicketPriority, number>> };
  /** Who compares merchants' names with lists of sanctions; `file`: we do, with the list of a file. */
  screening: { provider: 'none' } | { provider: 'file'; list: string };
  /** Days after a document expired from which settlements are held. */
  documentGraceDays: number;
  /** What a merchant of a status may take in a month without a limit of its own, in piastres; no entry: no limit. */
  volumeLimits: ReadonlyMap<number, number>;
  /** Whether webhooks may go to this machine; never to another private address. */
  webhooksToLoopback: boolean;
  /** S3-compatible storage for files; null: the folder `files` in `dataDir`. */
  s3: {
    bucket: string;
    /** Null for AWS. */
    endpoint: string | null;
    region: string;
    /** Null: found as AWS documents it (role, profile, metadata). */
    accessKeyId: string | null;
    secretAccessKey: string | null;
    /** Puts the bucket in the path instead of the host name, as most stores other than AWS require. */
    pathStyle: boolean;
  } | null;
  /** How operators sign in with their company's account; null: with passwords alone. */
  operatorSignIn: OperatorSignIn | null;
  /** Where traces are sent; null: there are none. */
  tracing: Tracing | null;
  /** The clamd that scans every upload; null for none. */
  clamd: { host: string; port: number } | null;
  /** A demo merchant with history; embedded database only, never in production. */
  demo: boolean;
  /** The sandbox also takes live payments with pretended money; never in production. */
  sandboxLive: boolean;
  /** Stand-ins of processors run in this process and take live payments with pretended money; never in production. */
  standIns: boolean;
}

export type { OperatorSignIn };

type Env = Record<string, string | undefined>;

/** Whom merchants' names can be compared by: each but `none` has an adapter in `screening/screener.ts`. */
const SCREENING_PROVIDERS = ['none', 'file'] as const;

const fail = (name: string, why: string): never => {
  throw new ConfigError(`${name} ${why}.`);
};

function wholeNumber(env: Env, name: string, fallback: number, least: number, most: number): number {
  const raw = env[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < least || value > most) {
    fail(name, `must be a whole number from ${least} to ${most}, not "${raw}"`);
  }
  return value;
}

/** `live=2000000,underReview=50000`: a status and whole pounds a month. */
function volumeLimits(env: Env): ReadonlyMap<number, number> {
  const name = 'DAFTAR_MONTHLY_LIMITS';
  const limits = new Map<number, number>();
  for (const part of (env[name] ?? '').split(',')) {
    if (part.trim() === '') continue;
    const [status = '', pounds = '', ...more] = part.split('=').map((each) => each.trim());
    const known = Object.entries(MERCHANT_STATUS).find(([each]) => each === status);
    if (!known || more.length > 0 || !/^\d{1,10}$/.test(pounds))
      return fail(name, `must be like "live=2000000,underReview=50000", not "${part.trim()}"`);
    limits.set(known[1], Number(pounds) * 100);
  }
  return limits;
}

function oneOf<const T extends readonly string[]>(
  env: Env,
  name: string,
  values: T,
  fallback: T[number],
): T[number] {
  const raw = env[name];
  if (raw === undefined || raw === '') return fallback;
  return values.includes(raw) ? raw : fail(name, `must be one of ${values.join(', ')}, not "${raw}"`);
}

const withoutSlash = (address: string): string =>
  address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;

function url(env: Env, name: string, schemes: string[]): string | null {
  const raw = env[name];
  if (raw === undefined || raw === '') return null;
  if (!URL.canParse(raw) || !schemes.includes(new URL(raw).protocol)) {
    fail(name, `must be an address that starts with ${schemes.map((each) => `${each}//`).join(' or ')}`);
  }
  return raw;
}

/** A database's address; of several hosts, libpq's programs too must find the one that takes writes. */
function database(env: Env, name: string): string | null {
  const raw = env[name];
  if (!raw) return null;
  const addresses = addressesOf(raw);
  for (const address of addresses) url({ [name]: address }, name, ['postgres:', 'postgresql:']);
  if (addresses.length > 1 && !/[?&]target_session_attrs=(read-write|primary)(&|$)/.test(raw))
    fail(name, 'must end in ?target_session_attrs=read-write when it names several hosts');
  return raw;
}

/** Each of its hosts is a standby or may become one, so none has to take writes. */
function standbys(env: Env): string | null {
  const raw = env.DATABASE_READ_URL;
  if (!raw) return null;
  for (const address of addressesOf(raw))
    url({ DATABASE_READ_URL: address }, 'DATABASE_READ_URL', ['postgres:', 'postgresql:']);
  return raw;
}

function proxies(env: Env): string[] {
  const list = (env.DAFTAR_TRUSTED_PROXIES ?? '').split(',').map((each) => each.trim());
  const named = list.filter((each) => each !== '');
  for (const each of named) {
    if (parseRange(each) === null) {
      fail(
        'DAFTAR_TRUSTED_PROXIES',
        `must be addresses or CIDR ranges separated by commas; "${each}" is neither`,
      );
    }
  }
  return named;
}

function dnsServers(env: Env): string[] {
  const named = (env.DAFTAR_DNS_SERVERS ?? '').split(',').map((each) => each.trim());
  const list = named.filter((each) => each !== '');
  for (const each of list) {
    const address = each.replace(/^\[(.+)\](?::\d{1,5})?$/, '$1').replace(/^([\d.]+):\d{1,5}$/, '$1');
    if (!ipaddr.isValid(address))
      fail(
        'DAFTAR_DNS_SERVERS',
        `must be addresses separated by commas, each with or without a port; "${each}" is not`,
      );
  }
  return list;
}

function sandboxLive(env: Env, { production, demo }: { production: boolean; demo: boolean }): boolean {
  const asked = oneOf(env, 'DAFTAR_SANDBOX_LIVE', ['yes', 'no'], 'no') === 'yes';
  if (asked && production)
    fail('DAFTAR_SANDBOX_LIVE', 'must not be yes in production: its payments are pretended');
  return asked || demo;
}

function standIns(env: Env, { production, demo }: { production: boolean; demo: boolean }): boolean {
  const asked = oneOf(env, 'DAFTAR_STAND_INS', ['yes', 'no'], demo ? 'yes' : 'no') === 'yes';
  if (asked && production)
    fail('DAFTAR_STAND_INS', 'must not be yes in production: their payments are pretended');
  return asked;
}

/** Otherwise whoever sets a callback URL could reach services of this machine. */
function webhooksToLoopback(
  env: Env,
  { production, embedded }: { production: boolean; embedded: boolean },
): boolean {
  const usual = !production && embedded ? 'yes' : 'no';
  const asked = oneOf(env, 'DAFTAR_WEBHOOKS_TO_LOOPBACK', ['yes', 'no'], usual) === 'yes';
  if (asked && production)
    fail(
      'DAFTAR_WEBHOOKS_TO_LOOPBACK',
      'must not be yes in production: merchants could reach this machine itself',
    );
  return asked;
}

/** Settings that have no effect without a bucket. */
const S3_SETTINGS = [
  'DAFTAR_S3_ENDPOINT',
  'DAFTAR_S3_REGION',
  'DAFTAR_S3_ACCESS_KEY_ID',
  'DAFTAR_S3_SECRET_ACCESS_KEY',
  'DAFTAR_S3_PATH_STYLE',
];

function s3(env: Env): Config['s3'] {
  const bucket = env.DAFTAR_S3_BUCKET || null;
  if (bucket === null) {
    // Otherwise files would silently go to the data folder of one machine.
    const given = S3_SETTINGS.find((name) => env[name]);
    return given === undefined ? null : fail('DAFTAR_S3_BUCKET', `must be set when ${given} is`);
  }
  const accessKeyId = env.DAFTAR_S3_ACCESS_KEY_ID || null;
  const secretAccessKey = env.DAFTAR_S3_SECRET_ACCESS_KEY || null;
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    fail(
      accessKeyId === null ? 'DAFTAR_S3_ACCESS_KEY_ID' : 'DAFTAR_S3_SECRET_ACCESS_KEY',
      'must be set when the other one of the two is',
    );
  }
  return {
    bucket,
    endpoint: url(env, 'DAFTAR_S3_ENDPOINT', ['http:', 'https:']),
    region: env.DAFTAR_S3_REGION || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    pathStyle: oneOf(env, 'DAFTAR_S3_PATH_STYLE', ['yes', 'no'], 'no') === 'yes',
  };
}

function answering(env: Env): Config['answering'] {
  const fromHour = wholeNumber(env, 'DAFTAR_ANSWER_FROM_HOUR', 9, 0, 23);
  const toHour = wholeNumber(env, 'DAFTAR_ANSWER_TO_HOUR', 17, 1, 24);
  if (toHour <= fromHour) fail('DAFTAR_ANSWER_TO_HOUR', 'must be later than DAFTAR_ANSWER_FROM_HOUR');
  return {
    fromHour,
    toHour,
    hours: {
      low: wholeNumber(env, 'DAFTAR_ANSWER_HOURS_LOW', 24, 1, 500),
      normal: wholeNumber(env, 'DAFTAR_ANSWER_HOURS_NORMAL', 8, 1, 500),
      high: wholeNumber(env, 'DAFTAR_ANSWER_HOURS_HIGH', 4, 1, 500),
      urgent: wholeNumber(env, 'DAFTAR_ANSWER_HOURS_URGENT', 1, 1, 500),
    },
  };
}

/** Issues the invoices of an installation that no merchant relies on. */
const EXAMPLE_ISSUER = {
  taxId: '100200300',
  name: { en: 'Daftar Payments (example)', ar: 'دفتر للمدفوعات (مثال)' },
  address: { en: '1 Tahrir Square, Cairo', ar: '١ ميدان التحرير، القاهرة' },
};
const ISSUER_SETTINGS = [
  'DAFTAR_ISSUER_NAME',
  'DAFTAR_ISSUER_NAME_AR',
  'DAFTAR_ISSUER_ADDRESS',
  'DAFTAR_ISSUER_ADDRESS_AR',
  'DAFTAR_FEE_INVOICES_FROM',
];

function feeInvoices(env: Env, production: boolean): Config['feeInvoices'] {
  const taxId = env.DAFTAR_ISSUER_TAX_ID || null;
  const said = (name: string) => env[name]?.trim() || null;
  if (taxId === null) {
    const given = ISSUER_SETTINGS.find(said);
    if (given !== undefined) fail('DAFTAR_ISSUER_TAX_ID', `must be set when ${given} is`);
    return production ? null : { issuer: EXAMPLE_ISSUER, from: '2020-01' };
  }
  if (!/^\d{9}$/.test(taxId)) fail('DAFTAR_ISSUER_TAX_ID', 'must have nine digits');
  const needed = (name: string): string =>
    said(name) ?? fail(name, 'must be set when DAFTAR_ISSUER_TAX_ID is: invoices state it');
  const from = needed('DAFTAR_FEE_INVOICES_FROM');
  if (!/^20[2-9]\d-(?:0[1-9]|1[0-2])$/.test(from))
    fail('DAFTAR_FEE_INVOICES_FROM', `must be a month such as 2026-07, not "${from}"`);
  return {
    issuer: {
      taxId,
      name: { en: needed('DAFTAR_ISSUER_NAME'), ar: needed('DAFTAR_ISSUER_NAME_AR') },
      address: { en: needed('DAFTAR_ISSUER_ADDRESS'), ar: needed('DAFTAR_ISSUER_ADDRESS_AR') },
    },
    from,
  };
}

function clamd(env: Env): Config['clamd'] {
  const address = url(env, 'DAFTAR_CLAMD_URL', ['tcp:']);
  if (address === null) return null;
  const { hostname, port } = new URL(address);
  if (hostname === '') fail('DAFTAR_CLAMD_URL', 'must name a host, such as tcp://127.0.0.1:3310');
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 3310 : Number(port) };
}

/** A provider of screening by its name. A list alone means the file; a list that nobody would read is refused. */
function screening(env: Env): Config['screening'] {
  const list = env.DAFTAR_SCREENING_LIST || null;
  const provider = oneOf(env, 'DAFTAR_SCREENING', SCREENING_PROVIDERS, list === null ? 'none' : 'file');
  if (provider === 'file')
    return list === null
      ? fail('DAFTAR_SCREENING_LIST', 'is needed with DAFTAR_SCREENING=file')
      : { provider, list };
  return list === null
    ? { provider }
    : fail('DAFTAR_SCREENING_LIST', `is not read with DAFTAR_SCREENING=${provider}`);
}

/** Reads and checks every environment variable. @throws ConfigError with one sentence that names the variable. */
export function loadConfig(environment: Env): Config {
  const env = withSecretFiles(environment, fail);
  const production = env.NODE_ENV === 'production';
  const port = wholeNumber(env, 'PORT', USUAL.port, 0, 65535);
  const databaseUrl = database(env, 'DATABASE_URL');
  const secret = env.DAFTAR_SECRET || null;
  if (secret !== null && secret.length < 32) fail('DAFTAR_SECRET', 'must have at least 32 characters');
  const otherSecret = env.DAFTAR_SECRET_OTHER || null;
  if (otherSecret !== null) {
    if (secret === null) fail('DAFTAR_SECRET', 'must be set when DAFTAR_SECRET_OTHER is');
    if (otherSecret.length < 32) fail('DAFTAR_SECRET_OTHER', 'must have at least 32 characters');
    if (otherSecret === secret) fail('DAFTAR_SECRET_OTHER', 'must be another one than DAFTAR_SECRET');
  }
  if (secret === null && databaseUrl !== null) {
    fail(
      'DAFTAR_SECRET',
      'must be set when DATABASE_URL is (at least 32 random characters, the same for every process)',
    );
  }
  const databaseDirectUrl = database(env, 'DATABASE_DIRECT_URL');
  const databaseReadUrl = standbys(env);
  if (databaseUrl === null && databaseReadUrl !== null)
    fail('DATABASE_URL', 'must be set when DATABASE_READ_URL is');
  const databasePrepare = oneOf(env, 'DAFTAR_DATABASE_PREPARE', ['yes', 'no'], 'yes') === 'yes';
  if (databaseUrl === null && databaseDirectUrl !== null)
    fail('DATABASE_URL', 'must be set when DATABASE_DIRECT_URL is');
  if (databaseUrl !== null && !databasePrepare && databaseDirectUrl === null) {
    fail(
      'DATABASE_DIRECT_URL',
      'must be set when DAFTAR_DATABASE_PREPARE is no: LISTEN and migrations do not work through a pooler of transactions',
    );
  }
  const demo =
    !production && databaseUrl === null && oneOf(env, 'DAFTAR_DEMO', ['yes', 'no'], 'yes') === 'yes';
  const publicUrl = url(env, 'DAFTAR_PUBLIC_URL', ['http:', 'https:']);
  if (production && publicUrl === null) fail('DAFTAR_PUBLIC_URL', 'must be set in production');
  const config: Config = {
    production,
    role: oneOf(env, 'DAFTAR_ROLE', ['all', 'server', 'worker'], 'all'),
    host: env.HOST || USUAL.host,
    port,
    metricsPort: env.DAFTAR_METRICS_PORT ? wholeNumber(env, 'DAFTAR_METRICS_PORT', 0, 1, 65535) : null,
    publicUrl: withoutSlash(publicUrl ?? `http://localhost:${port}`),
    databaseUrl,
    databaseDirectUrl: databaseDirectUrl ?? databaseUrl,
    databaseReadUrl,
    databasePool: wholeNumber(env, 'DAFTAR_DATABASE_POOL', 20, 2, 500),
    databasePrepare,
    dataDir: env.DAFTAR_DATA_DIR || USUAL.dataDir,
    secret,
    signingSalt: null,
    otherSecret,
    trustedProxies: proxies(env),
    logLevel: oneOf(
      env,
      'DAFTAR_LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      production ? 'info' : 'warn',
    ),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: env.MAIL_FROM || 'Daftar <no-reply@daftar.example>',
    smsGatewayUrl: url(env, 'SMS_GATEWAY_URL', ['http:', 'https:']),
    dnsServers: dnsServers(env),
    requestsPerMinute: wholeNumber(env, 'DAFTAR_REQUESTS_PER_MINUTE', 1200, 1, 1_000_000),
    longestWaitSeconds: wholeNumber(env, 'DAFTAR_LONGEST_WAIT_SECONDS', 2, 0, 60),
    limits: {
      codesPerHour: wholeNumber(env, 'DAFTAR_CODES_PER_HOUR', 5, 1, 1_000),
      codeGuessesPerHour: wholeNumber(env, 'DAFTAR_CODE_GUESSES_PER_HOUR', 10, 1, 1_000),
      declinesPerTenMinutes: wholeNumber(env, 'DAFTAR_DECLINES_PER_TEN_MINUTES', 10, 1, 1_000),
      linkMailsPerHour: wholeNumber(env, 'DAFTAR_LINK_MAILS_PER_HOUR', 5, 1, 1_000),
      trialMessagesPerHour: wholeNumber(env, 'DAFTAR_TRIAL_MESSAGES_PER_HOUR', 5, 1, 1_000),
      trialMessagesPerDay: wholeNumber(env, 'DAFTAR_TRIAL_MESSAGES_PER_DAY', 100, 1, 1_000),
      openCashOrders: wholeNumber(env, 'DAFTAR_OPEN_CASH_ORDERS', 3, 1, 1_000),
    },
    vatBps: wholeNumber(env, 'DAFTAR_VAT_BPS', 1400, 0, 10_000),
    feeInvoices: feeInvoices(env, production),
    defaultRateBps: wholeNumber(env, 'DAFTAR_RATE_BPS', 275, 0, 10_000),
    defaultFixedFeePiastres: wholeNumber(env, 'DAFTAR_FIXED_FEE_PIASTRES', 300, 0, 100_000),
    secondPersonDays: wholeNumber(env, 'DAFTAR_SECOND_PERSON_DAYS', APPROVAL_DAYS - 1, 0, APPROVAL_DAYS - 1),
    volumeLimits: volumeLimits(env),
    screening: screening(env),
    documentGraceDays: wholeNumber(env, 'DAFTAR_DOCUMENT_GRACE_DAYS', 14, 0, 365),
    bankRestHours: wholeNumber(env, 'DAFTAR_BANK_REST_HOURS', 72, 0, 720),
    payoutDays: wholeNumber(env, 'DAFTAR_PAYOUT_DAYS', 7, 1, 365),
    messageBodyDays: wholeNumber(env, 'DAFTAR_MESSAGE_BODY_DAYS', 30, 1, 3650),
    messageDays: wholeNumber(env, 'DAFTAR_MESSAGE_DAYS', 365, 30, 3650),
    notificationDays: wholeNumber(env, 'DAFTAR_NOTIFICATION_DAYS', 365, 30, 3650),
    testDays: wholeNumber(env, 'DAFTAR_TEST_DAYS', 365, 90, 3650),
    answering: answering(env),
    webhooksToLoopback: webhooksToLoopback(env, { production, embedded: databaseUrl === null }),
    s3: s3(env),
    operatorSignIn: operatorSignIn(env, production, fail),
    tracing: tracing(env, fail),
    clamd: clamd(env),
    demo,
    sandboxLive: sandboxLive(env, { production, demo }),
    standIns: standIns(env, { production, demo }),
  };
  if (oneOf(env, 'DAFTAR_REQUIRE_TLS', ['yes', 'no'], 'no') === 'yes') {
    const plain = plainConnection(config);
    if (plain) fail(plain.name, `${plain.why}, because DAFTAR_REQUIRE_TLS is yes`);
  }
  return config;
}
