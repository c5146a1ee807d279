/** What a request to a merchant's own host name may reach. */

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

/** The pages of one merchant, by the name that says whose they are. */
const PAGES = [
  ['pay', /^\/pay\/(?:return\/)?([\w-]{20,64})(?:\/|$)/],
  ['store', /^\/(?:sandbox\/)?store\/([\w-]{1,100})(?:\/|$)/],
  ['media', /^\/media\/([\w-]{27})$/],
] as const;
/** Nobody's in particular. */
const ANYBODYS = new Set(['/favicon.svg', '/robots.txt']);
/**
 * Answered at any host without asking whose it is: a machine that asks by a name of its own must not take us for dead while
 * the database is away.
 */
const OF_MACHINES = new Set(['/healthz', '/readyz']);
/** The hosts that a process knows when it starts. */
const MAX_LEARNT = 5_000;
const MAX_NOBODYS = 5_000;
/** Without those below: they are the merchant's. */
const STRICT_TRANSPORT = 'max-age=31536000';

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/';

/**
 * The host of a request if it may be a merchant's; null for ours, for names and addresses within the machines and for what
 * machines ask. As the client sent it: proxies that pass another name on say so in no header that a page could not set.
 */
function strangeHost(request: FastifyRequest, ours: string): string | null {
  const host = namedHost(request.headers.host ?? '');
  return host === ours || OF_MACHINES.has(pathOf(request)) ? null : host;
}

/** Tells which requests come to a host that may be a merchant's, so that the database is asked whose it is. */
export function atStrangeHosts(config: Pick<Config, 'publicUrl'>): (request: FastifyRequest) => boolean {
  const ours = ownHost(config);
  return (request) => strangeHost(request, ours) !== null;
}

const nameOf = (host: string) => `host ${host}`;

/** Learns merchants' hosts: behind a network that guesses, they are served by a process that has just started too. */
export async function learnHosts(app: App, guesses: Guesses): Promise<void> {
  guesses.learn((await store.listHosts(app.pool, MAX_LEARNT)).map(nameOf));
}

/**
 * Lets a request to a merchant's verified host reach only that merchant's payment pages, invoices, store and pictures, and one
 * to a host that was verified once nothing at all: no portal, no console, no API, and so no cookie of theirs. `/` leads to the
 * store. Any other host is served as before.
 */
export function registerDomainHosts(server: FastifyInstance, app: App, guesses: Guesses): void {
  const ours = ownHost(app.config);
  /** Looked for before and not found, the one that was asked for longest ago first: another name of ours is no guess, however often it is used. */
  const nobodys = new Set<string>();
  /** Asked about at this moment: a flood of one name, which no limit counts, asks the database about it once at a time. */
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
