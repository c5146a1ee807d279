/**
 * Pages behind the links in our e-mails, for people who need not sign in. Opening a link changes nothing, because
 * programs follow links.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type MailLink, readToken } from '../mail-links/tokens.ts';
import { mailsAbout, subscribeToTopic } from '../notifications/preferences.ts';
import type { App } from '../platform/context.ts';
import { guestLocale } from '../platform/http/error-page.ts';
import { takeForms } from '../platform/http/pages.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { escapeMarkup } from '../platform/markup.ts';
import { confirmAddress, findSubscription, subscribeToReport } from '../reports/subscriptions.ts';

const BODY_LIMIT_BYTES = 4 * 1024;

const STYLE =
  'body{margin:0;display:grid;place-items:center;min-height:100vh;padding:1rem;box-sizing:border-box;font:16px/1.6 "IBM Plex Sans Arabic","IBM Plex Sans",system-ui,sans-serif;color-scheme:light dark}main{max-width:30rem;text-align:center}.brand{font-weight:700;color:light-dark(#0f5c5c,#7fd1c7)}h1{font-size:1.375rem;margin:0 0 .75rem}p{margin:0 0 1rem}button{font:inherit;padding:.75rem 1.5rem;border:0;border-radius:8px;cursor:pointer;background:light-dark(#0f5c5c,#7fd1c7);color:light-dark(#fff,#0b2b2b)}button.quiet{background:none;border:1px solid currentcolor;color:inherit}';
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** The texts of a page: keys of `mail-links`, and the button of its form. */
interface Page {
  title: string;
  text: string;
  params?: Record<string, string>;
  button?: { label: string; name?: 'resubscribe'; isQuiet?: boolean };
}

const GONE: Page = { title: 'gone.title', text: 'gone.text' };
const LATER: Page = { title: 'later.title', text: 'later.text' };

/** Serves the pages for unsubscribing and confirming. */
export function registerUnsubscribe(fastify: FastifyInstance, app: App): void {
  fastify.register(async (scope) => {
    takeForms(scope, {
      name: 'page of a mail',
      bodyLimitBytes: BODY_LIMIT_BYTES,
      publicUrl: app.config.publicUrl,
      refuse: async (request, reply, status) => show(request, reply, status < 500 ? GONE : LATER, status),
    });
    // RFC 8058 allows both form encodings for one click; only the request itself matters.
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, _body, done) => done(null, {}),
    );
    scope.get('/mail/unsubscribe/:token', async (request, reply) => {
      const link = linkOf(app, request, ['report', 'topic']);
      const about = link && (await aboutOf(app, localeOf(request), link));
      if (!about) return show(request, reply, GONE, 404);
      const { params, isOn } = about;
      return show(request, reply, isOn ? ask(params) : ended(params));
    });
    scope.post('/mail/unsubscribe/:token', async (request, reply) => {
      const link = linkOf(app, request, ['report', 'topic']);
      const about = link && (await aboutOf(app, localeOf(request), link));
      if (!link || !about) return show(request, reply, GONE, 404);
      const wants = (request.body as Record<string, unknown> | null)?.resubscribe !== undefined;
      if (link.kind === 'report') await subscribeToReport(app, idOf(link), wants);
      else if (link.kind === 'topic') await subscribeToTopic(app, link, wants);
      return show(request, reply, wants ? again(about.params) : ended(about.params));
    });
    scope.get('/mail/confirm/:token', async (request, reply) => {
      const link = linkOf(app, request, ['confirm']);
      const name = link && (await nameOf(app, link));
      if (!name) return show(request, reply, GONE, 404);
      const button = { label: 'confirm.button' };
      return show(request, reply, { title: 'confirm.title', text: 'confirm.text', params: { name }, button });
    });
    scope.post('/mail/confirm/:token', async (request, reply) => {
      const link = linkOf(app, request, ['confirm']);
      const name = link && (await nameOf(app, link));
      if (link?.kind !== 'confirm' || !name || !(await confirmAddress(app, idOf(link)))) {
        return show(request, reply, GONE, 404);
      }
      return show(request, reply, { title: 'confirmed.title', text: 'confirmed.text', params: { name } });
    });
  });
}

const localeOf = guestLocale;
type OfReport = Exclude<MailLink, { kind: 'topic' }>;
const idOf = ({ merchantId, recipientId }: OfReport) => ({ merchantId, id: recipientId });

/** Returns the link of a request; null if it is not ours, for another purpose, or expired. */
function linkOf(app: App, request: FastifyRequest, kinds: readonly MailLink['kind'][]): MailLink | null {
  const link = readToken(app, (request.params as { token: string }).token);
  if (!link || !kinds.includes(link.kind)) return null;
  return link.kind === 'confirm' && link.until <= app.clock.now() ? null : link;
}

const nameOf = async (app: App, link: MailLink): Promise<string | null> =>
  link.kind === 'topic' ? null : ((await findSubscription(app, idOf(link)))?.name ?? null);

/** Returns the subject of a link in words, and whether its e-mails are on; null when it is gone. */
async function aboutOf(
  app: App,
  locale: Locale,
  link: MailLink,
): Promise<{ params: Record<string, string>; isOn: boolean } | null> {
  if (link.kind === 'topic') {
    const isOn = await mailsAbout(app, link);
    const name = translate(locale, `notificationTopic.${link.topic}`);
    return isOn === null ? null : { params: { name }, isOn };
  }
  const found = await findSubscription(app, idOf(link));
  return found && { params: { name: found.name }, isOn: found.isOn };
}

const ask = (params: Record<string, string>): Page => ({
  title: 'ask.title',
  text: 'ask.text',
  params,
  button: { label: 'ask.button' },
});
const ended = (params: Record<string, string>): Page => ({
  title: 'ended.title',
  text: 'ended.text',
  params,
  button: { label: 'ended.button', name: 'resubscribe', isQuiet: true },
});
const again = (params: Record<string, string>): Page => ({
  title: 'again.title',
  text: 'again.text',
  params,
});

function show(request: FastifyRequest, reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const locale = localeOf(request);
  const say = (key: string) =>
    escapeMarkup(
      translate(locale, {
        key: `mail-links.${key}`,
        ...(page.params ? { params: { name: `\u2068${page.params.name}\u2069` } } : {}),
      }),
    );
  const { button } = page;
  const form = button
    ? `<form method="post"><button${button.isQuiet ? ' class="quiet"' : ''}${button.name ? ` name="${button.name}" value="1"` : ''}>${say(button.label)}</button></form>`
    : '';
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(
      `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${say(page.title)}</title><meta name="robots" content="noindex"><style>${STYLE}</style></head><body><main><p class="brand">${escapeMarkup(translate(locale, 'messages.brand'))}</p><h1>${say(page.title)}</h1><p>${say(page.text)}</p>${form}</main></body></html>`,
    );
}
