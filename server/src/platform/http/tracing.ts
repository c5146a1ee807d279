import type { FastifyInstance } from 'fastify';
import { startRequest, type TracedRequest, traceIds } from '../tracing/spans.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's span; null without tracing. */
    traced: TracedRequest | null;
  }
}

/** Polled by machines every few seconds, so tracing them would be useless. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Gives every request a span, if tracing is on, with its route and response. URLs contain tokens, and are not part of
 * it. It is entered twice, because body parsers do not keep the context.
 */
export function addTracing(server: FastifyInstance, isOn: boolean): void {
  server.decorateRequest('traced', null);
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
    request.traced = startRequest(route === undefined ? method : `${method} ${route}`, headers, attributes);
    const { span, within } = request.traced;
    // Also emitted if the client disconnected before the reply.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setAttribute('error.type', String(reply.statusCode));
      span.end();
    });
    within(done);
  });
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.traced === null) done();
    else request.traced.within(done);
  });
}

/** Returns the ids of a request's span, for log entries written when it is over. */
export const traceIdsOf = ({ traced }: { traced: TracedRequest | null }) =>
  traced ? traceIds(traced.span) : {};
