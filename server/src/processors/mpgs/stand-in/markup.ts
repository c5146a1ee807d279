/** The pages that the stand-in shows to payers. */
import type { MessageParams } from '@daftar/contract/message-params';
import { translate } from '../../../platform/i18n/translate.ts';
import { escapeMarkup } from '../../../platform/markup.ts';
import { toDecimal } from '../../amounts.ts';
import { standInPage } from '../../stand-in-page.ts';
import type { Session } from './books.ts';
import { EXPIRIES, TEST_CARDS } from './cards.ts';

type Texts = (key: string, params?: MessageParams) => string;

const textsOf =
  (locale: 'ar' | 'en'): Texts =>
  (key, params = {}) =>
    escapeMarkup(translate(locale, { key: `stand-in-mpgs.${key}`, params }));

const latin = (text: string) => `<bdi dir="ltr">${escapeMarkup(text)}</bdi>`;

const page = (locale: 'ar' | 'en', title: string, content: string): string =>
  standInPage(locale, { title, mark: textsOf(locale)('mark'), content });

const amountLine = (session: Session, say: Texts): string =>
  `<p>${escapeMarkup(session.merchantName)} · ${escapeMarkup(session.description)}</p>
<p>${say('amount')} <strong>${latin(`${toDecimal(session.amountPiastres)} ${session.currency}`)}</strong></p>`;

/** Returns the form for a card. `errors` by field; `refusal`: the result of the previous try. */
export function cardPage(
  session: Session,
  given: { refusal?: string; errors?: Readonly<Record<string, string>> } = {},
): string {
  const say = textsOf(session.locale);
  const field = (name: string, mode: string, placeholder: string) => {
    const error = given.errors?.[name];
    const described = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
    return `<label for="${name}">${say(`field.${name}`)}</label>
<input id="${name}" name="${name}" dir="ltr" inputmode="${mode}" autocomplete="off" required placeholder="${placeholder}"${described}>
${error ? `<p class="error" id="${name}-error">${say(error)}</p>` : ''}`;
  };
  const cards = TEST_CARDS.map(
    (one) =>
      `<tr><td>${latin(one.number)}</td><td>${say(one.hasChallenge ? 'withChallenge' : 'withoutChallenge')}</td></tr>`,
  );
  const expiries = Object.entries(EXPIRIES).map(
    ([expiry, { gatewayCode }]) => `<tr><td>${latin(expiry)}</td><td>${latin(gatewayCode)}</td></tr>`,
  );
  return page(
    session.locale,
    say('title'),
    `${amountLine(session, say)}
${given.refusal ? `<p class="error" role="alert">${say('refused')} ${latin(given.refusal)}</p>` : ''}
<form method="post" action="/checkout/pay/${session.id}">
${field('number', 'numeric', '5123 4500 0000 0008')}${field('expiry', 'text', '01/39')}${field('code', 'numeric', '100')}
<button type="submit">${say('pay')}</button></form>
<p><a href="/checkout/cancel/${session.id}">${say('cancel')}</a></p>
<h2>${say('testCards')}</h2><table>${cards.join('')}</table>
<h2>${say('testExpiries')}</h2><table>${expiries.join('')}</table>`,
  );
}

/** The page of the payer's bank (3-D Secure). */
export function challengePage(session: Session, challenge: string): string {
  const say = textsOf(session.locale);
  return page(
    session.locale,
    say('challengeTitle'),
    `${amountLine(session, say)}<p>${say('challenge')}</p>
<form method="post" action="/checkout/challenge/${challenge}">
<button type="submit" name="answer" value="approve">${say('approve')}</button>
<button type="submit" class="second" name="answer" value="decline">${say('decline')}</button></form>`,
  );
}

/** Returns a page that only leads back. `key`: of its title. */
export function endPage(session: Session, key: 'paidAlready' | 'timeIsOver', url: string): string {
  const say = textsOf(session.locale);
  return page(session.locale, say(key), `<p><a href="${escapeMarkup(url)}">${say('back')}</a></p>`);
}
