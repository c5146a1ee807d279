import { APPROVAL_DAYS } from '@daftar/contract/approvals';
import ipaddr from 'ipaddr.js';
import { withSecretFiles } from './config-files.ts';
import { plainConnection } from './config-tls.ts';

/** A setting that cannot be used: one sentence for the terminal, naming the variable. */
export class ConfigError extends Error {}

/** Every setting there is, read once from the environment. `docs/operations.md` is the same table for people. */
export interface Config {
  production: boolean;
  /** What this process does: answer HTTP, run jobs, or both. */
  role: 'all' | 'server' | 'worker';
  host: string;
  port: number;
  /** A listener of its own for health and metrics, which a proxy does not lead to; null: none. */
  metricsPort: number | null;
  /** Origin that people and payers reach us at, without a trailing slash. */
  publicUrl: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** The same database without a pooler between, for what needs a session of its own: LISTEN, migrations, the queue. */
  databaseDirectUrl: string | null;
  databasePool: number;
  /** Off behind PgBouncer in transaction mode. */
  databasePrepare: boolean;
  dataDir: string;
  /**
   * As given, what signs access tokens and opens the root secret; null: kept in `dataDir` (embedded database only). Once the
   * database is open, an `App` has the root secret here instead.
   */
  secret: string | null;
  /** Besides `secret`, of the keys of what strangers hand in; found in the database. */
  signingSalt: string | null;
  /** Taken beside `secret` while one is replaced by the other. */
  otherSecret: string | null;
  /** Proxies whose X-Forwarded-For is believed: addresses or CIDR. */
  trustedProxies: string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  smtpUrl: string | null;
  mailFrom: string;
  smsGatewayUrl: string | null;
  /** Requests a minute per signed-in session or, when there is none, per address. */
  requestsPerMinute: number;
  /** What a stranger may do before a proof of work is asked of them, or they are refused. */
  limits: {
    /** One-time codes sent to a phone number. */
    codesPerHour: number;
    /** Wrong one-time codes for a phone number, however many payments they are for. */
    codeGuessesPerHour: number;
    /** Declined cards of a link, of an address, and of a card. */
    declinesPerTenMinutes: number;
    /** Sign-ups and mailed links of an address, and mails with links to a recipient. */
    linkMailsPerHour: number;
    /** E-mails and SMS to somebody outside, from test mode and from merchants that nobody has verified. */
    trialMessagesPerHour: number;
    /** All of these of a merchant. */
    trialMessagesPerDay: number;
    /** Unpaid cash orders of a phone number at a store. */
    openCashOrders: number;
  };
  /** VAT on our fees, basis points. */
  vatBps: number;
  /** What a merchant without rates of its own pays. */
  defaultRateBps: number;
  defaultFixedFeePiastres: number;
  /** A payout that nobody redeemed for so many days goes back to the balance. */
  payoutDays: number;
  /** Hours before the first settlement to a bank account that began to receive in place of another. */
  bankRestHours: number;
  /** What an e-mail or SMS said is erased after so many days, if it could not be sent before. */
  messageBodyDays: number;
  /** That an e-mail or SMS was sent is forgotten after so many days. */
  messageDays: number;
  /** Days for which an account that somebody made or changed for another is no second person for them. */
  secondPersonDays: number;
  /** Webhooks may go to this machine itself; to no other private address, ever. */
  webhooksToLoopback: boolean;
  /** S3-compatible storage for files; null: the folder `files` in `dataDir`. */
  s3: {
    bucket: string;
    /** Null: AWS itself. */
    endpoint: string | null;
    region: string;
    /** Null: found as AWS documents it (role, profile, metadata). */
    accessKeyId: string | null;
    secretAccessKey: string | null;
    /** The bucket in the path instead of the host name, as most stores other than AWS want it. */
    pathStyle: boolean;
  } | null;
  /** A clamd that looks at every upload; null: nothing does. */
  clamd: { host: string; port: number } | null;
  /** Demo merchant with history: the embedded database only, never in production. */
  demo: boolean;
  /** The sandbox answers for live payments too: pretended money, so never in production. */
  sandboxLive: boolean;
}

type Env = Record<string, string | undefined>;

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

function proxies(env: Env): string[] {
  const list = (env.DAFTAR_TRUSTED_PROXIES ?? '').split(',').map((each) => each.trim());
  const named = list.filter((each) => each !== '');
  for (const each of named) {
    if (!ipaddr.isValid(each) && !ipaddr.isValidCIDR(each)) {
      fail(
        'DAFTAR_TRUSTED_PROXIES',
        `must be addresses or CIDR ranges separated by commas; "${each}" is neither`,
      );
    }
  }
  return named;
}

function sandboxLive(env: Env, { production, demo }: { production: boolean; demo: boolean }): boolean {
  const asked = oneOf(env, 'DAFTAR_SANDBOX_LIVE', ['yes', 'no'], 'no') === 'yes';
  if (asked && production)
    fail('DAFTAR_SANDBOX_LIVE', 'must not be yes in production: its payments are pretended');
  return asked || demo;
}

/** Whoever may set a callback address could otherwise ask the services of this machine. */
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

/** What says nothing without a bucket. */
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
    // Else files would go to the data folder of one machine, and nobody would know.
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

function clamd(env: Env): Config['clamd'] {
  const address = url(env, 'DAFTAR_CLAMD_URL', ['tcp:']);
  if (address === null) return null;
  const { hostname, port } = new URL(address);
  if (hostname === '') fail('DAFTAR_CLAMD_URL', 'must name a host, such as tcp://127.0.0.1:3310');
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 3310 : Number(port) };
}

/**
 * Reads and checks every environment variable.
 * @throws ConfigError with one sentence that names the variable.
 */
export function loadConfig(environment: Env): Config {
  const env = withSecretFiles(environment, fail);
  const production = env.NODE_ENV === 'production';
  const port = wholeNumber(env, 'PORT', 3000, 0, 65535);
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
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
  const databaseDirectUrl = url(env, 'DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']);
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
    host: env.HOST || '127.0.0.1',
    port,
    metricsPort: env.DAFTAR_METRICS_PORT ? wholeNumber(env, 'DAFTAR_METRICS_PORT', 0, 1, 65535) : null,
    publicUrl: withoutSlash(publicUrl ?? `http://localhost:${port}`),
    databaseUrl,
    databaseDirectUrl: databaseDirectUrl ?? databaseUrl,
    databasePool: wholeNumber(env, 'DAFTAR_DATABASE_POOL', 20, 2, 500),
    databasePrepare,
    dataDir: env.DAFTAR_DATA_DIR || '.data',
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
    requestsPerMinute: wholeNumber(env, 'DAFTAR_REQUESTS_PER_MINUTE', 1200, 1, 1_000_000),
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
    defaultRateBps: wholeNumber(env, 'DAFTAR_RATE_BPS', 275, 0, 10_000),
    defaultFixedFeePiastres: wholeNumber(env, 'DAFTAR_FIXED_FEE_PIASTRES', 300, 0, 100_000),
    secondPersonDays: wholeNumber(env, 'DAFTAR_SECOND_PERSON_DAYS', APPROVAL_DAYS - 1, 0, APPROVAL_DAYS - 1),
    bankRestHours: wholeNumber(env, 'DAFTAR_BANK_REST_HOURS', 72, 0, 720),
    payoutDays: wholeNumber(env, 'DAFTAR_PAYOUT_DAYS', 7, 1, 365),
    messageBodyDays: wholeNumber(env, 'DAFTAR_MESSAGE_BODY_DAYS', 30, 1, 3650),
    messageDays: wholeNumber(env, 'DAFTAR_MESSAGE_DAYS', 365, 30, 3650),
    webhooksToLoopback: webhooksToLoopback(env, { production, embedded: databaseUrl === null }),
    s3: s3(env),
    clamd: clamd(env),
    demo,
    sandboxLive: sandboxLive(env, { production, demo }),
  };
  if (oneOf(env, 'DAFTAR_REQUIRE_TLS', ['yes', 'no'], 'no') === 'yes') {
    const plain = plainConnection(config);
    if (plain) fail(plain.name, `${plain.why}, because DAFTAR_REQUIRE_TLS is yes`);
  }
  return config;
}
