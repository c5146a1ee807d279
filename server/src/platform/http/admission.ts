/** Limits how many requests run at a time, fairly among callers, and refuses those that would wait too long (ADR 122). */
import { availableParallelism } from 'node:os';
import type { Endpoint } from '@daftar/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Config } from '../../config.ts';
import { FairShares, Overloaded } from '../fair-shares.ts';
import { processMetrics } from '../metrics.ts';
import { type End, SpareTime } from '../spare-time.ts';
import { clientAddress, networkOf } from './addresses.ts';
import { OverloadedError } from './errors.ts';
import { KnownNetworks } from './known-networks.ts';
import { Lag } from './lag.ts';
import { pathOf } from './path.ts';

/**
 * Kinds of requests, each with its own places: calls of signed-in callers, exports, payers' pages, other public pages,
 * and sign-ins from networks where somebody was recently signed in (`members`) or not (`strangers`).
 */
const KINDS = ['calls', 'exports', 'payers', 'visitors', 'members', 'strangers'] as const;
export type Kind = (typeof KINDS)[number];

/** A payment, or a processor's notification of one: never waits. */
const PAYMENT = 'payment';

/**
 * Hashing a password occupies a core: strangers get half of the cores, and half of libuv's four threads, which read
 * files too.
 */
const HASHES = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** Returns a fraction of the pool's connections, at least one. */
const partOf = (pool: number, part: number) => Math.max(1, Math.floor(pool * part));

/** A slow reader of a file keeps its place, so one place is always left to other callers. */
const exportsOf = (most: number) => ({ most, mostOfOne: most - 1, share: 1, patience: 15 });

/**
 * The limits of concurrent requests. A connection that is always busy occupies a core of the database, which may have
 * only two, so the share of calls is a quarter of a core's time for each twenty connections. All kinds together leave
 * connections for work that waits for nobody: payments that start or continue, and jobs. An address may be that of a
 * whole mobile network, so payers behind one are not limited to a smaller share than others.
 */
const placesOf = (pool: number) => ({
  calls: { most: partOf(pool, 0.4), share: pool / 80, patience: 1 },
  exports: exportsOf(Math.min(3, Math.max(2, partOf(pool, 0.2)))),
  payers: { most: partOf(pool, 0.25), share: partOf(pool, 0.125), patience: 2.5 },
  visitors: { most: partOf(pool, 0.1), share: 1, patience: 1 },
  members: { most: HASHES, share: 1, patience: 2.5 },
  strangers: { most: HASHES, share: 1, patience: 2.5 },
});

/** Practically unlimited. */
const A_DAY_SECONDS = 86_400;

const NOTHING: End = () => {};

/** Approximate number of times that a request waits for the event loop. */
const TURNS_OF_A_REQUEST = 4;

/** Adds jitter: callers are told to wait for once to twice the seconds. */
const spread = (seconds: number) => seconds * (1 + Math.random());

const waits = new Histogram({
  name: 'daftar_admission_wait_seconds',
  help: 'How long requests waited for a place, of those that had to, by kind',
  labelNames: ['kind'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30],
  registers: [processMetrics],
});
const refusals = new Counter({
  name: 'daftar_admission_refused_total',
  help: 'Requests that would have waited for a place for too long, by kind',
  labelNames: ['kind'],
  registers: [processMetrics],
});
/** The places that the gauge reads, those of the process; tests create several. */
let newest: Record<Kind, FairShares> | undefined;
new Gauge({
  name: 'daftar_admission_queued',
  help: 'Requests that wait for a place, by kind',
  labelNames: ['kind'],
  registers: [processMetrics],
  collect() {
    for (const kind of KINDS) this.set({ kind }, newest?.[kind].queued ?? 0);
  },
});
// From zero, so that an alert sees the first increase.
for (const kind of KINDS) refusals.inc({ kind }, 0);

/** Returns the kind of an endpoint's calls; null for event streams, which stay open and hold no resources. */
export function kindOf({ access, reply, path, keys, rateLimit }: Endpoint): Kind | null {
  if (reply.kind === 'events') return null;
  if (keys === 'public') return 'payers';
  if (access === 'public') return rateLimit === 'credentials' ? 'strangers' : 'visitors';
  return reply.kind === 'file' && /export|report|statement/i.test(path) ? 'exports' : 'calls';
}

/** Returns the kind of a page; null for pages answered from memory, and for addresses of endpoints. */
function kindOfPage({ method, url }: FastifyRequest): Kind | typeof PAYMENT | null {
  const [, first = '', second = ''] = pathOf(url).split('/', 3);
  const isRead = method === 'GET' || method === 'HEAD';
  if (first === 'pay') return isRead && !/^(callbacks|return)$/.test(second) ? 'payers' : PAYMENT;
  if (first === 'scim') return 'calls';
  // Uses no database, but renders a page for each query.
  if (first === 'docs' && second === 'search') return 'visitors';
  return /^(mail|media|sandbox|sitemap\.xml|store)$/.test(first) ? 'visitors' : null;
}

/** The admission control of a process. */
export class Admission {
  readonly #shares: Record<Kind, FairShares>;
  readonly #longest: Record<Kind, number>;
  readonly #known = new KnownNetworks();
  readonly #spareTime = new SpareTime();
  readonly #lag: Lag;
  readonly #isOff: boolean;

  constructor(
    { databasePool, longestWaitSeconds }: Pick<Config, 'databasePool' | 'longestWaitSeconds'>,
    lag = new Lag(),
  ) {
    this.#lag = lag;
    this.#isOff = longestWaitSeconds === 0;
    const places = placesOf(databasePool);
    const each = <T>(of: (kind: Kind) => T) =>
      Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, T>;
    this.#longest = each((kind) =>
      this.#isOff ? A_DAY_SECONDS : longestWaitSeconds * places[kind].patience,
    );
    this.#shares = each(
      (kind) =>
        new FairShares({ ...places[kind], waitSeconds: this.#longest[kind], spareTime: this.#spareTime }),
    );
    newest = this.#shares;
  }

  /** Records that somebody is signed in at an address: sign-ins from its network are `members`, not `strangers`. */
  saw(address: string): void {
    this.#known.saw(address);
  }

  /**
   * Admits a request, at once or when its turn comes.
   * @param who takes turns with others: a merchant, an operator; null for the network of `address`
   * @returns the function to call when it has ended
   * @throws OverloadedError 503 if it would wait too long
   */
  enter(kind: Kind, who: string | null, address: string): End | Promise<End> {
    // Exports stay few: each holds a connection for as long as its reader takes.
    if (this.#isOff && kind !== 'exports') return NOTHING;
    const own = kind === 'strangers' && this.#known.knows(address) ? 'members' : kind;
    try {
      const lag = this.#lag.seconds * TURNS_OF_A_REQUEST;
      if (lag > this.#longest[own]) throw new Overloaded(lag);
      const end = this.#shares[own].enter(who ?? networkOf(address));
      return typeof end === 'function' ? end : this.#waitFor(own, end);
    } catch (error) {
      throw this.#refused(own, error);
    }
  }

  async #waitFor(kind: Kind, entered: Promise<End>): Promise<End> {
    const since = performance.now();
    try {
      return await entered;
    } catch (error) {
      throw this.#refused(kind, error);
    } finally {
      waits.observe({ kind }, (performance.now() - since) / 1000);
    }
  }

  #refused(kind: Kind, error: unknown): unknown {
    if (!(error instanceof Overloaded)) return error;
    refusals.inc({ kind });
    return new OverloadedError(spread(error.seconds));
  }

  /** Admits requests for pages; calls of endpoints are admitted once their input is read (`mount.ts`). */
  register(server: FastifyInstance): void {
    const ends = new WeakMap<FastifyRequest, End>();
    const leave = (request: FastifyRequest) => {
      ends.get(request)?.();
      ends.delete(request);
    };
    server.addHook('preHandler', async (request, reply) => {
      const kind = request.url.startsWith('/api/') ? null : kindOfPage(request);
      if (kind === null) return;
      ends.set(
        request,
        kind === PAYMENT
          ? this.#spareTime.begin()
          : await this.enter(kind, request.principalKey, clientAddress(request)),
      );
      // The reader has disconnected, so nothing is sent.
      reply.raw.once('close', () => leave(request));
    });
    server.addHook('onSend', (request, _reply, _payload, done) => {
      leave(request);
      done();
    });
    server.addHook('onClose', async () => this.#lag.stop());
  }
}
