import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/context.ts';
import { documentOf } from './document.ts';
import { InvoiceNotFound } from './errors.ts';

const TOKEN = /^[\w-]{20,64}$/;

/** Serves `GET /pay/{token}/invoice.pdf`: whoever has the address of a share may read its document. */
export function registerPublicDocument(server: FastifyInstance, app: App): void {
  server.get<{ Params: { token: string } }>('/pay/:token/invoice.pdf', async (request, reply) => {
    const { token } = request.params;
    if (!TOKEN.test(token)) throw new InvoiceNotFound();
    const { pdf, fileName } = await documentOf(app, { token });
    return reply
      .type('application/pdf')
      .headers({
        'content-disposition': `inline; filename="${fileName}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send(pdf);
  });
}
