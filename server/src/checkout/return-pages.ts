import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/context.ts';
import { askOnReturn } from './service.ts';
import { addressOf, attemptOf, type Params } from './visit.ts';

const BACK_LIMIT_BYTES = 64 * 1024;

/**
 * `GET|POST /pay/return/{token}/{attempt}`: the address to which a page of the processor sends the payer back, from any
 * site. Parameters are ignored and decide nothing; the processor is asked.
 */
export function registerReturn(fastify: FastifyInstance, app: App): void {
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BACK_LIMIT_BYTES },
      (_request, _body, done) => done(null, {}),
    );
    scope.route<{ Params: Params }>({
      method: ['GET', 'POST'],
      url: '/pay/return/:token/:attempt',
      handler: async (request, reply) => {
        const found = await attemptOf(app, request);
        reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
        if (!found) return reply.redirect('/pay/unknown', 303);
        await askOnReturn(app, found.attempt);
        const { n } = request.query as Record<string, unknown>;
        const before = typeof n === 'string' && /^[0-8]$/.test(n) ? Number(n) : 0;
        const address = addressOf(found.attempt, found.offer.payable.token);
        return reply.redirect(`${address}?checked=${before + 1}`, 303);
      },
    });
  });
}
