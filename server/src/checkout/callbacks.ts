import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/context.ts';
import { SANDBOX } from '../processors/sandbox.ts';
import { receiveCallback } from './service.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * `POST /pay/callbacks/{processor}`: receives a processor's callback. The body is kept as the exact text that was
 * signed. Replies 401 for a forged callback, 404 for one about no attempt of ours, otherwise 200, also when it says
 * nothing new.
 */
export function registerCallbacks(fastify: FastifyInstance, app: App): void {
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(`/pay/callbacks/${SANDBOX}`, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const result = await receiveCallback(app, SANDBOX, { body, headers: request.headers });
      const status = { done: 200, forged: 401, unknown: 404 }[result];
      return reply.code(status).header('cache-control', 'no-store').send({ statusCode: status });
    });
  });
}
