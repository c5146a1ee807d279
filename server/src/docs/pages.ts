import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DOC_PAGES,
  type DocPage,
  type DocsRenderer,
  type DocsView,
  SEARCH_LONGEST,
  SEARCH_PATH,
} from '@daftar/contract/docs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { NotFoundError } from '../platform/http/errors.ts';
import { KEPT_COMPRESSION } from '../platform/http/kept.ts';
import { askedLocale, builtRenderer } from '../platform/http/pages.ts';
import { type Locale, localeOf } from '../platform/i18n/translate.ts';
import { projectRoot } from '../platform/paths.ts';
import { GAPS_SECONDS } from '../webhooks/service.ts';
import { documentedErrors } from './errors.ts';
import { openApiIn } from './openapi.ts';
import { sandboxFacts } from './sandbox.ts';

const loadRenderer = builtRenderer<DocsRenderer>('docs');

/** The archives that `npm run build` packs from `sdk/`. */
const SDKS: ReadonlySet<string> = new Set([
  'daftar-typescript.tgz',
  'daftar-python.tar.gz',
  'daftar-php.tar.gz',
  'daftar-for-woocommerce.zip',
  'daftar-cli.tgz',
]);

/** Files with every request: their type, and the URL in them to be replaced by this installation's. */
const REQUESTS: Readonly<Record<string, string>> = {
  'daftar.postman_collection.json': 'application/json; charset=utf-8',
  'daftar.http': 'text/plain; charset=utf-8',
};
const GENERATED_FOR = 'https://daftar.example';

/** These pages run no scripts. */
const policyOf = ({ style }: DocsRenderer['csp']) =>
  [
    "default-src 'none'",
    `style-src ${style.join(' ')}`,
    "img-src 'self'",
    "base-uri 'none'",
    // Allows the search field.
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const bytesOf = (content: string | Buffer) => (typeof content === 'string' ? Buffer.from(content) : content);

/** Returns the language in the URL, or the browser's preferred one. */
function languageOf(request: FastifyRequest): Locale {
  return askedLocale(request) ?? localeOf(request.headers['accept-language']);
}

/**
 * Mounts `/openapi.json`, `/llms.txt`, the developer guide, reference and search at `/docs`, and `/terms` and
 * `/privacy`: public, the same for everybody, readable without a script.
 */
export function registerDocs(server: FastifyInstance, app: App): void {
  const { publicUrl, requestsPerMinute } = app.config;
  /**
   * Pages that are the same for everybody are rendered, encoded and compressed once; the API's document has a million
   * bytes.
   */
  const kept = new Map<string, Buffer>();
  const compressed = { compress: KEPT_COMPRESSION };
  const keep = (key: string, render: () => string | Buffer): Buffer => {
    const known = kept.get(key) ?? bytesOf(render());
    kept.set(key, known);
    return known;
  };

  function viewOf(
    request: FastifyRequest,
    page: DocsView['page'],
    noun: string | null,
    query = '',
  ): DocsView {
    const locale = languageOf(request);
    const document = openApiIn(locale, publicUrl);
    const errors = documentedErrors(locale);
    return {
      page,
      locale,
      noun,
      query,
      document,
      errors,
      sandbox: sandboxFacts,
      retrySeconds: GAPS_SECONDS,
      origin: publicUrl,
      limit: requestsPerMinute,
    };
  }

  const sendText = (reply: FastifyReply, type: string, text: string | Buffer) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-language')
      .type(`${type}; charset=utf-8`)
      .send(text);

  async function sendPage(request: FastifyRequest, reply: FastifyReply, page: DocPage, noun: string | null) {
    const view = viewOf(request, page, noun);
    const { locale, document, errors } = view;
    const parts = page === 'errors' ? errors.map(({ code }) => code) : document.tags.map(({ name }) => name);
    if (noun !== null && !parts.includes(noun)) throw new NotFoundError();
    const { renderDocs, csp } = await loadRenderer();
    const html = keep(`${page} ${noun} ${locale}`, () => renderDocs(view));
    return sendText(reply.header('content-security-policy', policyOf(csp)), 'text/html', html);
  }

  server.get('/openapi.json', compressed, async (request, reply) => {
    const locale = languageOf(request);
    const text = keep(`openapi ${locale}`, () => JSON.stringify(openApiIn(locale, publicUrl)));
    return sendText(reply, 'application/json', text);
  });
  for (const [page, address] of Object.entries(DOC_PAGES) as [DocPage, string][])
    server.get(address, compressed, (request, reply) => sendPage(request, reply, page, null));
  server.get<{ Querystring: { q?: unknown } }>(SEARCH_PATH, async (request, reply) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.slice(0, SEARCH_LONGEST).toWellFormed() : '';
    const { renderDocs, csp } = await loadRenderer();
    const html = renderDocs(viewOf(request, 'search', null, query));
    return sendText(reply.header('content-security-policy', policyOf(csp)), 'text/html', html);
  });
  server.get('/llms.txt', compressed, async (request, reply) => {
    const { renderList } = await loadRenderer();
    const view = viewOf(request, 'guide', null);
    return sendText(
      reply,
      'text/plain',
      keep(`list ${view.locale}`, () => renderList(view)),
    );
  });
  for (const page of Object.keys(DOC_PAGES) as DocPage[])
    server.get(`/docs/${page}.md`, compressed, async (request, reply) => {
      const { renderText } = await loadRenderer();
      const view = viewOf(request, page, null);
      const text = keep(`text ${page} ${view.locale}`, () => renderText(view) ?? '');
      if (text.length === 0) throw new NotFoundError();
      return sendText(reply, 'text/markdown', text);
    });
  for (const page of ['reference', 'errors'] as const)
    server.get<{ Params: { part: string } }>(`${DOC_PAGES[page]}/:part`, compressed, (request, reply) =>
      sendPage(request, reply, page, request.params.part),
    );
  server.get<{ Params: { file: string } }>('/sdk/:file', compressed, async (request, reply) => {
    const { file } = request.params;
    const isText = Object.hasOwn(REQUESTS, file);
    if (!isText && !SDKS.has(file)) throw new NotFoundError();
    if (!kept.has(file)) {
      const content = await readFile(join(projectRoot, 'web/dist/sdk', file));
      keep(file, () => (isText ? content.toString().replaceAll(GENERATED_FOR, publicUrl) : content));
    }
    return reply
      .header('cache-control', 'public, max-age=300')
      .type(REQUESTS[file] ?? 'application/gzip')
      .send(kept.get(file));
  });
}
