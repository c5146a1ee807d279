import { USUAL } from '../platform/before-start.mjs';
import { parseRange } from '../platform/http/addresses.ts';
import { type Env, fail, isYes, listOf, oneOf, url, wholeNumber } from './env.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const withoutSlash = (address: string): string =>
  address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;

function publicUrl(env: Env, { production, port }: { production: boolean; port: number }): string {
  const given = url(env, 'DAFTAR_PUBLIC_URL', ['http:', 'https:']);
  if (production && given === null) fail('DAFTAR_PUBLIC_URL', 'must be set in production');
  return withoutSlash(given ?? `http://localhost:${port}`);
}

function trustedProxies(env: Env): string[] {
  const proxies = listOf(env.DAFTAR_TRUSTED_PROXIES);
  const wrong = proxies.find((each) => parseRange(each) === null);
  if (wrong !== undefined)
    fail(
      'DAFTAR_TRUSTED_PROXIES',
      `must be addresses or CIDR ranges separated by commas; "${wrong}" is neither`,
    );
  return proxies;
}

/** Refuses in production a setting that accepts live payments with simulated money. */
function pretends(env: Env, name: string, unset: 'yes' | 'no', production: boolean): boolean {
  const asked = isYes(env, name, unset);
  if (asked && production) fail(name, 'must not be yes in production: its payments are pretended');
  return asked;
}

/**
 * Reads the role of a process, its address, and whether it simulates payments.
 * @param embedded whether the database is embedded
 */
export function processSettings(env: Env, { embedded }: { embedded: boolean }) {
  const production = env.NODE_ENV === 'production';
  const port = wholeNumber(env, 'PORT', { from: 0, to: 65_535, unset: USUAL.port });
  const demo = !production && embedded && isYes(env, 'DAFTAR_DEMO', 'yes');
  return {
    production,
    /** The tasks of this process: answer HTTP, run jobs, or both (`all`). */
    role: oneOf(env, 'DAFTAR_ROLE', ['all', 'server', 'worker'], 'all'),
    /** The address to listen on. */
    host: env.HOST || USUAL.host,
    /** The port to listen on; 0: any free one. */
    port,
    /** A separate port for health and metrics, not exposed by a proxy; null: none. */
    metricsPort: env.DAFTAR_METRICS_PORT
      ? wholeNumber(env, 'DAFTAR_METRICS_PORT', { from: 1, to: 65_535, unset: 0 })
      : null,
    /** The origin of our URLs, without a trailing slash. */
    publicUrl: publicUrl(env, { production, port }),
    /** True if that was configured; otherwise it is a guess valid only for the server itself. */
    hasPublicUrl: Boolean(env.DAFTAR_PUBLIC_URL),
    /** Proxies whose X-Forwarded-For is trusted: addresses or CIDR. */
    trustedProxies: trustedProxies(env),
    logLevel: oneOf(env, 'DAFTAR_LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
    /** A demo merchant with history; embedded database only, never in production. */
    demo,
    /** The sandbox also accepts live payments with simulated money; always with the demo, never in production. */
    sandboxLive: pretends(env, 'DAFTAR_SANDBOX_LIVE', 'no', production) || demo,
    /**
     * Stand-ins of processors run in this process and accept live payments with simulated money; never in production.
     */
    standIns: pretends(env, 'DAFTAR_STAND_INS', demo ? 'yes' : 'no', production),
  };
}
