/** What every message of ours keeps to, whoever composed it. Each test server looks at all that its tests had sent. */

import { type OutboxMessage, readOutbox } from '../../src/messages/outbox.ts';
import type { App } from '../../src/platform/context.ts';

type Sent = Pick<OutboxMessage, 'channel' | 'locale' | 'subject' | 'text' | 'html'>;

/** All that our layout draws with; anything else was typed by somebody. */
const TAGS = new Set('html head meta title style body div table tr td p h1 a bdi br img strong'.split(' '));
/** Controls, line separators, and what reorders text or shows as boxes. */
const UNRULY = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const UNFILLED = /\{\{|\bundefined\b|\bNaN\b|\[object|\bnull\b/;
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/;
/** References, addresses and numbers that begin with a sign: what Arabic text around them would take apart. */
const LATIN = /\b[A-Z]{2,4}-[A-Z0-9]{4,}|[\w.+-]+@[\w-]+\.\w+|\+\d{6,}/;
const HIDDEN = /<(title|style|head)\b[\s\S]*?<\/\1>|<div style="display:none[\s\S]*?<\/div>/g;
/** The letters of an SMS of 160; with any other it has 70. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
/** Six parts, of which an operator charges each: of 67 letters in Arabic, of 153 in English. */
const LONGEST_SMS = { ar: 6 * 67, en: 6 * 153 };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (markup: string) =>
  markup.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);

/** The addresses that a mail's markup leads to. */
export const hrefsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, address = '']) => unescaped(address))),
];

function* markupFaults({ locale, text }: Sent, html: string): Generator<string> {
  const direction = locale === 'ar' ? 'rtl' : 'ltr';
  const side = locale === 'ar' ? 'right' : 'left';
  if (!html.startsWith(`<!doctype html><html lang="${locale}" dir="${direction}">`))
    yield 'the root has no language and direction';
  if (
    !/<td lang="(ar|en)" dir="(rtl|ltr)"[^>]* align="(left|right)"/.test(html) ||
    !html.includes(`align="${side}"`)
  )
    yield 'the text has no direction where mail programs drop that of the root';
  for (const [, name = ''] of html
    .replace(/<!--\[if mso\]>|<!\[endif\]-->/g, '')
    .matchAll(/<\/?([a-z0-9]+)/gi))
    if (!TAGS.has(name)) yield `<${name}> is not of our layout`;
  if (/<!-- /.test(html)) yield 'a place of the layout was not filled';
  if (/<[^>]*\son\w+=|javascript:/i.test(html)) yield 'it runs something';
  for (const [image] of html.matchAll(/<img\b[^>]*>/g))
    if (!/ alt="/.test(image)) yield `${image} has no alt`;
  if (html.split('<bdi').length !== html.split('</bdi>').length) yield 'a bdi is not closed';
  if (!/<title>[^<]+<\/title>/.test(html)) yield 'it has no title';
  for (const address of hrefsOf(html)) {
    if (!/^https?:\/\//.test(address)) yield `${address} is not an address of the web`;
    if (!text.includes(address)) yield `its plain text lacks ${address}`;
  }
  if (locale === 'ar') {
    const shown = html
      .replace(HIDDEN, '')
      .replace(/<bdi[^>]*>[\s\S]*?<\/bdi>/g, '')
      .replace(/<[^>]*>/g, '\n');
    const [loose] = LATIN.exec(shown) ?? [];
    if (loose !== undefined) yield `${loose} is not kept together within Arabic text`;
  }
}

/** What a message says without what somebody typed, which stands in `bdi` elements of its markup. */
function oursOf({ subject, text, html }: Sent): string {
  const said = `${subject}\n${text}\n${html ?? ''}`;
  const typed = [...(html ?? '').matchAll(/<bdi[^>]*>([\s\S]*?)<\/bdi>/g)].map(([, inside = '']) => inside);
  return typed
    .sort((one, other) => other.length - one.length)
    .reduce((left, each) => left.replaceAll(each, '').replaceAll(unescaped(each), ''), said);
}

function* faults(message: Sent): Generator<string> {
  const { channel, locale, subject, text, html } = message;
  const said = [subject, ...text.split('\n')];
  if (said.some((line) => UNRULY.test(line)))
    yield 'it has characters that are not seen, or reorder the others';
  const ours = oursOf(message);
  if (UNFILLED.test(ours)) yield 'something in it was not filled';
  if (EASTERN_DIGITS.test(ours)) yield 'it has digits of two kinds';
  if (locale === 'ar' && !/[\u0621-\u064a]/.test(text)) yield 'it is not in Arabic';
  if (channel === 'sms') {
    if (text.length > LONGEST_SMS[locale]) yield `an SMS of ${text.length} characters`;
    if (locale === 'en' && !GSM.test(text.replace(/[\p{Script=Arabic}]/gu, '')))
      yield 'an English SMS of 70 letters a part';
    return;
  }
  if (subject.trim() === '') yield 'it has no subject';
  if (html === null) yield 'it has no markup';
  else yield* markupFaults(message, html);
}

/** What is wrong with a message; nothing, if all is well. */
export const faultsOf = (message: Sent): string[] => [...new Set(faults(message))];

const MOST = 2_000;

/**
 * What is wrong with the messages of a database, a line each; empty, if all is well. A database that a test has taken away has none.
 */
export async function faultsOfMessages(app: Pick<App, 'db' | 'config'>): Promise<string> {
  const wrong = new Set<string>();
  for (const message of await readOutbox(app, { limit: MOST }).catch(() => [])) {
    // Erased, or put there by a test of the outbox itself.
    const isComposed = message.channel === 'sms' || message.html?.startsWith('<!doctype');
    if (message.text === '' || !isComposed) continue;
    for (const fault of faultsOf(message)) wrong.add(`${message.subject || message.text}: ${fault}`);
  }
  return [...wrong].join('\n');
}
