import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/context.ts';
import { NotFoundError } from '../platform/http/errors.ts';
import { isLocal } from '../platform/http/loopback.ts';
import { escapeMarkup } from '../platform/markup.ts';
import { type OutboxMessage, readOutbox } from './outbox.ts';

const LISTED = 200;

/**
 * `GET /dev/outbox`: the messages, newest first. Only outside production, only for this machine, and only while some
 * channel has no gateway. A list with `Accept: application/json`, otherwise a page. `?to=` filters.
 */
export function registerDevOutbox(server: FastifyInstance, app: App): void {
  const { config } = app;
  if (config.production || (config.smtpUrl && config.smsGatewayUrl)) return;
  // Refuses other host names, so that a foreign page whose name resolves here (DNS rebinding) cannot read the links
  // in these messages.
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', new URL(config.publicUrl).hostname]);
  server.get<{ Querystring: { to?: string } }>('/dev/outbox', async (request, reply) => {
    if (!isLocal(request) || !hosts.has(request.hostname)) throw new NotFoundError();
    const to = String(request.query.to ?? '').replaceAll('\0', '');
    const rows = await readOutbox(app, { ...(to === '' ? {} : { to }), limit: LISTED });
    reply.header('cache-control', 'no-store');
    if (/\bapplication\/json\b/.test(request.headers.accept ?? '')) {
      return rows.map(({ id, channel, to, subject, text, html, links, createdAt }) => {
        return {
          id,
          channel,
          to,
          subject,
          text,
          links,
          created_at: createdAt,
          ...(html === null ? {} : { html }),
        };
      });
    }
    return reply.type('text/html; charset=utf-8').send(page(rows));
  });
}

/** Not preformatted: a message is one long line per paragraph, and the page has no styles to wrap it. */
const inLines = (text: string) =>
  text
    .split('\n')
    .map((line) => `<div dir="auto">${escapeMarkup(line) || '<br>'}</div>`)
    .join('');

function page(rows: OutboxMessage[]): string {
  const items = rows.map(
    (
      row,
    ) => `<article><p><b>${row.channel}</b> → <bdi>${escapeMarkup(row.to)}</bdi> · ${row.createdAt.toISOString()}</p>
<h2 dir="auto">${escapeMarkup(row.subject)}</h2>${inLines(row.text)}
<ul>${row.links.map((link) => `<li><a href="${escapeMarkup(link)}">${escapeMarkup(link)}</a></li>`).join('')}</ul></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox</title><h1>Outbox</h1>${items.join('<hr>') || '<p>No messages yet.</p>'}</html>`;
}
