import { MERCHANT_STATUS } from '@daftar/contract/auth';
import ipaddr from 'ipaddr.js';
import { type Env, fail, listOf, oneOf, wholeNumber } from './env.ts';

/** Sources for comparing merchants' names; each except `none` has an adapter in `screening/screener.ts`. */
const SCREENING_PROVIDERS = ['none', 'file'] as const;

/** How names are compared with sanctions lists; `file`: by this server, with the list in a file. */
type Screening = { provider: 'none' } | { provider: 'file'; list: string };

/** A list alone implies `file`; a list that would not be read is refused. */
function screening(env: Env): Screening {
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

/** `live=2000000,underReview=50000`: a status and whole pounds a month. @returns piastres by status */
function volumeLimits(env: Env): ReadonlyMap<number, number> {
  const limits = new Map<number, number>();
  for (const part of listOf(env.DAFTAR_MONTHLY_LIMITS)) {
    const [status = '', pounds = '', ...more] = part.split('=').map((each) => each.trim());
    const known = Object.entries(MERCHANT_STATUS).find(([each]) => each === status);
    if (!known || more.length > 0 || !/^\d{1,10}$/.test(pounds))
      return fail('DAFTAR_MONTHLY_LIMITS', `must be like "live=2000000,underReview=50000", not "${part}"`);
    limits.set(known[1], Number(pounds) * 100);
  }
  return limits;
}

const withoutPort = (server: string): string =>
  server.replace(/^\[(.+)\](?::\d{1,5})?$/, '$1').replace(/^([\d.]+):\d{1,5}$/, '$1');

function dnsServers(env: Env): string[] {
  const servers = listOf(env.DAFTAR_DNS_SERVERS);
  const wrong = servers.find((each) => !ipaddr.isValid(withoutPort(each)));
  if (wrong !== undefined)
    fail(
      'DAFTAR_DNS_SERVERS',
      `must be addresses separated by commas, each with or without a port; "${wrong}" is not`,
    );
  return servers;
}

/** Reads how merchants are screened, their volume limits, and the DNS servers for their domains. */
export const merchantSettings = (env: Env) => ({
  /** How merchants' names are compared with sanctions lists. */
  screening: screening(env),
  /** Days after the expiry of a document until settlements are held. */
  documentGraceDays: wholeNumber(env, 'DAFTAR_DOCUMENT_GRACE_DAYS', { from: 0, to: 365, unset: 14 }),
  /** Monthly volume limit of a merchant by status, unless it has its own, in piastres; no entry: no limit. */
  volumeLimits: volumeLimits(env),
  /** Servers for the DNS records of merchants' domains, as `address` or `address:port`; empty: the machine's. */
  dnsServers: dnsServers(env),
});
