import type { FastifyInstance } from 'fastify';
import { loadPayRenderer } from '../checkout/renderer.ts';
import type { App } from '../platform/context.ts';
import { contentSecurityPolicy, withBrand } from '../platform/http/pages.ts';
import { documentOf, printableOf } from './document.ts';
import { InvoiceNotFound } from './errors.ts';

const TOKEN = /^[\w-]{20,64}$/;
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/**
 * Serves `GET /pay/{token}/invoice` (a printable page) and `/pay/{token}/invoice.pdf` to anybody with the address of a
 * share; the customer's e-mail and mobile are masked.
 */
export function registerPublicDocument(server: FastifyInstance, app: App): void {
  server.get<{ Params: { token: string } }>('/pay/:token/invoice.pdf', async (request, reply) => {
    const { pdf, fileName } = await documentOf(app, { token: tokenOf(request.params) });
    return reply
      .type('application/pdf')
      .headers({ ...HEADERS, 'content-disposition': `inline; filename="${fileName}"` })
      .send(pdf);
  });
  server.get<{ Params: { token: string } }>('/pay/:token/invoice', async (request, reply) => {
    const page = await printableOf(app, { token: tokenOf(request.params) });
    const renderer = await loadPayRenderer();
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        ...HEADERS,
        'content-security-policy': contentSecurityPolicy(withBrand(renderer.csp, page.brand)),
      })
      .send(renderer.renderInvoicePage(page));
  });
}

function tokenOf({ token }: { token: string }): string {
  if (!TOKEN.test(token)) throw new InvoiceNotFound();
  return token;
}
