import type { FastifyInstance } from 'fastify';
import { type Span, startRequest, traceIds } from '../tracing/spans.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs code within the request's span; null where there are no traces. */
    withinSpan: ((work: () => void) => void) | null;
    span: Span | null;
  }
}

/** Asked every few seconds by machines, for nobody. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Gives every request a span, if there are traces: the route and what was answered. Addresses hold tokens, and are no part of it. It is entered
 * twice, because what reads a body does not keep it.
 */
export function addTracing(server: FastifyInstance, isOn: boolean): void {
  server.decorateRequest('span', null);
  server.decorateRequest('withinSpan', null);
  if (!isOn) return;
  server.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, id, headers } = request;
    const route = routeOptions.url;
    if (route !== undefined && UNTRACED.has(route)) return done();
    const attributes = {
      'http.request.method': method,
      ...(route === undefined ? {} : { 'http.route': route }),
      'daftar.request_id': id,
    };
    const { span, within } = startRequest(
      route === undefined ? method : `${method} ${route}`,
      headers,
      attributes,
    );
    request.span = span;
    request.withinSpan = within;
    // Also comes when the other side went away before the reply.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setAttribute('error.type', String(reply.statusCode));
      span.end();
    });
    within(done);
  });
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.withinSpan === null) done();
    else request.withinSpan(done);
  });
}

/** The ids of a request's span, for what is logged when it is over. */
export const traceIdsOf = (request: { span: Span | null }) => (request.span ? traceIds(request.span) : {});
