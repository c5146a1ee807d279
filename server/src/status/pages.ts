/** The public page of our status, as a page, as JSON and as a feed. */
import type { DocsRenderer } from '@daftar/contract/docs';
import { type PublicIncident, type StatusView, sumOfStatus } from '@daftar/contract/status';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import type { Breaker } from '../platform/db/breaker.ts';
import { UnavailableError } from '../platform/http/errors.ts';
import { KEPT_COMPRESSION } from '../platform/http/kept.ts';
import { askedLocale, builtRenderer, contentSecurityPolicy } from '../platform/http/pages.ts';
import { type Locale, localeOf, translate } from '../platform/i18n/translate.ts';
import { escapeMarkup } from '../platform/markup.ts';
import { KnownStatus } from './known.ts';

const loadRenderer = builtRenderer<DocsRenderer>('docs');

const languageOf = (request: FastifyRequest): Locale =>
  askedLocale(request) ?? localeOf(request.headers['accept-language']);

/** Mounts `/status`, `/status.json` and `/status.atom`: public, the same for everybody, answered from memory. */
export function registerStatus(server: FastifyInstance, app: App, breaker: Pick<Breaker, 'open'>): void {
  const known = new KnownStatus(app, () => breaker.open);

  /** Returns the known facts. @throws UnavailableError before any are known */
  async function textOf(
    request: FastifyRequest,
    form: string,
    render: (view: StatusView) => string,
  ): Promise<Buffer> {
    const locale = languageOf(request);
    const text = await known.text(`${form} ${locale}`, (facts) =>
      render({ ...facts, locale, origin: app.config.publicUrl }),
    );
    if (text === null) throw new UnavailableError();
    return text;
  }
  const send = (reply: FastifyReply, type: string, text: Buffer) =>
    reply
      .header('cache-control', 'public, max-age=5')
      .header('vary', 'accept-language')
      .type(`${type}; charset=utf-8`)
      .send(text);

  const compressed = { compress: KEPT_COMPRESSION };
  server.get('/status', compressed, async (request, reply) => {
    const { renderStatus, csp } = await loadRenderer();
    const text = await textOf(request, 'page', renderStatus);
    reply.header('content-security-policy', contentSecurityPolicy({ script: [], style: csp.style }));
    return send(reply, 'text/html', text);
  });
  server.get('/status.json', compressed, async (request, reply) => {
    const text = await textOf(request, 'json', (view) => JSON.stringify(jsonOf(view)));
    // Merchants show it in pages of their own.
    reply.header('access-control-allow-origin', '*');
    return send(reply, 'application/json', text);
  });
  server.get('/status.atom', compressed, async (request, reply) => {
    return send(reply, 'application/atom+xml', await textOf(request, 'feed', atomOf));
  });
}

const incidentOf = (incident: PublicIncident, { locale, origin }: StatusView) => ({
  id: incident.id,
  kind: incident.kind,
  name: incident.title[locale],
  status: incident.status,
  impact: incident.impact ?? 'maintenance',
  components: incident.components,
  started_at: incident.startsAt,
  scheduled_until: incident.endsAt,
  resolved_at: incident.endedAt,
  url: `${origin}/status?lang=${locale}#incident-${incident.id}`,
  updates: incident.updates.map(({ at, status, text }) => ({ created_at: at, status, body: text[locale] })),
});

/** Returns the facts for programs; text for people is in the requested language. */
function jsonOf(view: StatusView) {
  const { locale, origin } = view;
  return {
    page: { url: `${origin}/status`, updated_at: view.measuredAt, is_last_known: view.isStale },
    status: {
      indicator: view.isStale ? 'outage' : view.state,
      description: translate(locale, sumOfStatus(view)),
    },
    components: view.components.map(({ id, state, uptime, days }) => ({
      id,
      name: translate(locale, `statusComponent.${id}`),
      status: state,
      uptime,
      days: days.map(({ day, state: status, minutes }) => ({ day, status, minutes })),
    })),
    incidents: view.incidents.map((each) => incidentOf(each, view)),
  };
}

/** One entry for each incident; feed readers show it again when an update changes it. */
function atomOf(view: StatusView): string {
  const { locale, origin, incidents } = view;
  const page = `${origin}/status?lang=${locale}`;
  const entries = incidents.map((each) => {
    const { name, url, status, started_at, updates } = incidentOf(each, view);
    const updated = updates[0]?.created_at ?? started_at;
    const body = updates
      .map(
        ({ created_at, status: at, body: text }) =>
          `${translate(locale, `incidentStatus.${at}`)} (${created_at}): ${text}`,
      )
      .join('\n\n');
    return `<entry>
<id>${escapeMarkup(`${origin}/status#incident-${each.id}`)}</id>
<title>${escapeMarkup(`${name} · ${translate(locale, `incidentStatus.${status}`)}`)}</title>
<link href="${escapeMarkup(url)}"/>
<published>${updates.at(-1)?.created_at ?? started_at}</published>
<updated>${updated}</updated>
<content type="text">${escapeMarkup(body)}</content>
</entry>`;
  });
  const newest = incidents
    .flatMap(({ updates }) => updates.map(({ at }) => at))
    .sort()
    .at(-1);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
<id>${escapeMarkup(`${origin}/status`)}</id>
<title>${escapeMarkup(translate(locale, 'statusTitle'))}</title>
<author><name>Daftar</name></author>
<link rel="self" href="${escapeMarkup(`${origin}/status.atom?lang=${locale}`)}"/>
<link href="${escapeMarkup(page)}"/>
<updated>${newest ?? view.measuredAt ?? '1970-01-01T00:00:00.000Z'}</updated>
${entries.join('\n')}
</feed>
`;
}
