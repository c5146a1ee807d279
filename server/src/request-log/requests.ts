import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { pathOf } from '../platform/http/path.ts';
import { RequestQueue, withoutBase } from './queue.ts';

/** `key.{merchant}.{key}`: the key of a request, once it is authenticated. */
const BY_KEY = /^key\.(\d+)\.(\d+)$/;

const isByKey = ({ principalKey }: FastifyRequest) => principalKey?.startsWith('key.') ?? false;

/** Replies to reads can be read again, so they are not stored, unless they are errors. */
const keepsReply = (method: string, status: number) => method !== 'GET' || status >= 400;

/** Logs every call made with an API key, after its reply. @returns the queue, for readers of the log */
export function followRequests(server: FastifyInstance, app: App): RequestQueue {
  const queue = new RequestQueue(app);
  const replies = new WeakMap<FastifyRequest, string>();
  server.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' && isByKey(request) && keepsReply(request.method, reply.statusCode)) {
      replies.set(request, payload);
    }
    done(null, payload);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const by = isByKey(request) ? BY_KEY.exec(request.principalKey ?? '') : null;
    if (by) {
      queue.add({
        merchantId: Number(by[1]),
        keyId: Number(by[2]),
        mode: pathOf(request.url).startsWith('/api/sandbox/') ? 'test' : 'live',
        requestId: request.id,
        method: request.method,
        url: request.url,
        route: withoutBase(request.routeOptions.url ?? ''),
        params: request.params,
        body: request.body,
        bodyLength: Number(request.headers['content-length'] ?? 0),
        status: reply.statusCode,
        milliseconds: reply.elapsedTime,
        reply: replies.get(request) ?? null,
      });
    }
    done();
  });
  server.addHook('onClose', () => queue.flush());
  return queue;
}
