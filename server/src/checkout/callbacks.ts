import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import type { RawNotification } from '../processors/gateway.ts';
import { SANDBOX } from '../processors/sandbox/index.ts';
import { receiveNotification } from './notifications.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * `GET|POST /pay/callbacks/{adapter}/{token}`: receives a notification of an account at a processor. The token selects
 * the secret that authenticates it. The body is kept as the exact text that was signed. Replies 401 to a forged one and
 * 404 to an unknown address; otherwise 200 once it is stored, even if it says nothing new or cannot be interpreted,
 * because a repetition would change neither.
 *
 * `POST /pay/callbacks/sandbox`: the sandbox's, processed at once; 404 if it concerns no payment of ours.
 */
export function registerCallbacks(fastify: FastifyInstance, app: App): void {
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    scope.post(`/pay/callbacks/${SANDBOX}`, async (request, reply) => {
      const account = { processor: SANDBOX, accountId: null };
      const result = await receiveNotification(app, { account, raw: rawOf(request), isAtOnce: true });
      const status = { done: 200, forged: 401, 'not-understood': 401, unknown: 404 }[result];
      return reply.code(status).send({ statusCode: status });
    });

    scope.route<{ Params: { adapter: string; token: string } }>({
      method: ['GET', 'POST'],
      url: '/pay/callbacks/:adapter/:token',
      handler: async (request, reply) => {
        const found = await app.processors.notified(app, request.params.adapter, request.params.token);
        if (!found) return reply.code(404).send({ statusCode: 404 });
        const result = await receiveNotification(app, { ...found, raw: rawOf(request), isAtOnce: false });
        const status = result === 'forged' ? 401 : 200;
        return reply.code(status).send({ statusCode: status });
      },
    });
  });
}

function rawOf(request: FastifyRequest): RawNotification {
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    query: [...new URL(request.url, 'http://here').searchParams],
    headers: request.headers,
    body: typeof request.body === 'string' ? request.body : '',
  };
}
