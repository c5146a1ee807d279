import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Breaker } from '../db/breaker.ts';
import type { WriteProbe } from '../db/write-probe.ts';
import { UnavailableError } from './errors.ts';
import { pathOf } from './path.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Stops counting a request as in progress, for replies that stay open. */
    letGo: (() => void) | null;
  }
}

/** Addresses that need the database. */
const NEEDS_DATABASE = /^\/(api|dev|mail|mcp|media|pay|sandbox|scim|sitemap\.xml|store|tls)(\/|$)/;

const needsDatabase = (request: FastifyRequest) => NEEDS_DATABASE.test(pathOf(request.url));

/** Reads are still served while nothing can be committed. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests with 503 before reading them: those that need the database while it does not answer, those that may
 * write while it does not commit, and those beyond `most` concurrent ones, so that the queue cannot grow without bound.
 * `alsoNeeds` tells which further requests need it.
 */
export function registerGate(
  server: FastifyInstance,
  breaker: Pick<Breaker, 'open'>,
  writes: Pick<WriteProbe, 'stalled'>,
  most: number,
  alsoNeeds: (request: FastifyRequest) => boolean,
): void {
  let underWay = 0;
  server.decorateRequest('letGo', null);
  server.addHook('onRequest', (request, reply, done) => {
    if (!needsDatabase(request) && !alsoNeeds(request)) return done();
    if (breaker.open || underWay >= most) return done(new UnavailableError());
    if (writes.stalled && !READS.has(request.method)) return done(new UnavailableError());
    underWay += 1;
    let counted = true;
    request.letGo = () => {
      if (counted) underWay -= 1;
      counted = false;
    };
    reply.raw.once('close', request.letGo);
    done();
  });
}
