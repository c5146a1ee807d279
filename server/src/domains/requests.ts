/** Restricts requests to a merchant's own host name. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { App } from '../platform/context.ts';
import { clientAddress } from '../platform/http/addresses.ts';
import { NotFoundError } from '../platform/http/errors.ts';
import type { Guesses } from '../platform/http/guesses.ts';
import { dropOldest } from '../platform/oldest.ts';
import { storePath } from '../products/address.ts';
import { namedHost, ownHost } from './rules.ts';
import * as store from './store.ts';

/** The pages of one merchant, with the part of their path that identifies the merchant. */
const PAGES = [
  ['pay', /^\/pay\/(?:return\/)?([\w-]{20,64})(?:\/|$)/],
  ['store', /^\/(?:sandbox\/)?store\/([\w-]{1,100})(?:\/|$)/],
  ['media', /^\/media\/([\w-]{27})$/],
] as const;
/** Pages of no particular merchant. */
const ANYBODYS = new Set(['/favicon.svg', '/robots.txt']);
/**
 * Answered at any host without identifying it, so that health checks by an unknown name succeed even while the
 * database is unavailable.
 */
const OF_MACHINES = new Set(['/healthz', '/readyz']);
/** Maximum numbers of hosts that a process caches. */
const MAX_LEARNT = 5_000;
const MAX_NOBODYS = 5_000;
/** Without `includeSubDomains`, because subdomains belong to the merchant. */
const STRICT_TRANSPORT = 'max-age=31536000';

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/';

/**
 * Returns the host of a request if it may be a merchant's; null for ours, for names and addresses of internal
 * networks, and for health checks. The name is as the client sent it: proxies that change it state the original in no
 * header that a page could not set.
 */
function strangeHost(request: FastifyRequest, ours: string): string | null {
  const host = namedHost(request.headers.host ?? '');
  return host === ours || OF_MACHINES.has(pathOf(request)) ? null : host;
}

/**
 * Returns a function that tells which requests come to a host that may be a merchant's, so that the database must be
 * queried.
 */
export function atStrangeHosts(config: Pick<Config, 'publicUrl'>): (request: FastifyRequest) => boolean {
  const ours = ownHost(config);
  return (request) => strangeHost(request, ours) !== null;
}

const nameOf = (host: string) => `host ${host}`;

/** Loads merchants' hosts, so that a new process serves them even behind a network with too many failed guesses. */
export async function learnHosts(app: App, guesses: Guesses): Promise<void> {
  guesses.learn((await store.listHosts(app.pool, MAX_LEARNT)).map(nameOf));
}

/**
 * Restricts a request to a merchant's verified host to that merchant's payment pages, invoices, store and pictures,
 * and refuses one to a formerly verified host entirely: no portal, no console, no API, and so none of their cookies.
 * `/` leads to the store. Any other host is served normally.
 */
export function registerDomainHosts(server: FastifyInstance, app: App, guesses: Guesses): void {
  const ours = ownHost(app.config);
  /**
   * Hosts that were not found, the least recently requested first: another name of ours is no guess, however often it
   * is used.
   */
  const nobodys = new Set<string>();
  /**
   * Lookups in progress: a flood of requests for one name, which no limit counts, queries the database once at a
   * time.
   */
  const asked = new Map<string, ReturnType<typeof store.findOwner>>();
  const find = async (host: string) => {
    const answer = asked.get(host) ?? store.findOwner(app.db, host).finally(() => asked.delete(host));
    asked.set(host, answer);
    const found = await answer;
    nobodys.delete(host);
    if (!found) nobodys.add(host);
    dropOldest(nobodys, MAX_NOBODYS);
    return found;
  };
  server.addHook('onRequest', async (request, reply) => {
    const host = strangeHost(request, ours);
    if (host === null) return;
    const found = nobodys.has(host)
      ? await find(host)
      : await guesses.lookUp(nameOf(host), clientAddress(request), () => find(host));
    if (!found) return;
    const { owner } = found;
    if (reply.hasHeader('strict-transport-security'))
      reply.header('strict-transport-security', STRICT_TRANSPORT);
    const path = pathOf(request);
    if (owner === null) throw new NotFoundError();
    if (path === '/') {
      const slug = await store.findSlug(app.db, owner);
      if (slug === null) throw new NotFoundError();
      return reply.redirect(storePath(slug, 'live'), 302);
    }
    if (!ANYBODYS.has(path) && !(await isOf(app, owner, path))) throw new NotFoundError();
  });
}

async function isOf(app: App, owner: number, path: string): Promise<boolean> {
  for (const [kind, pattern] of PAGES) {
    const [, name] = pattern.exec(path) ?? [];
    if (name !== undefined) return (await store.findPageOwner(app.db, kind, name)) === owner;
  }
  return false;
}
