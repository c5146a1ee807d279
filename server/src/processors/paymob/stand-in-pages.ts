/** The stand-in's pages: the unified checkout, 3-D Secure, and its dashboard. Plain forms, in both languages. */

import { type Locale, translate } from '../../platform/i18n/translate.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import { toDecimal } from '../amounts.ts';
import { leftOf, type Order, paymentsOf, type Transaction } from './stand-in-books.ts';

const STYLE = `
:root { color-scheme: light; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0; background: #f3f4f6; color: #111827; }
main { box-sizing: border-box; max-inline-size: 28rem; margin-inline: auto; padding: 1rem; background: #fff; min-block-size: 100vh; }
main.wide { max-inline-size: 60rem; }
.mark { margin: 0; padding: .5rem 1rem; background: #92400e; color: #fff; text-align: center; }
h1 { font-size: 1.25rem; }
label { display: block; margin-block-end: .75rem; }
input { display: block; box-sizing: border-box; inline-size: 100%; margin-block-start: .25rem; padding: .6rem; font: inherit; border: 1px solid #6b7280; border-radius: .375rem; }
button { inline-size: 100%; margin-block: .25rem; padding: .7rem; font: inherit; border: 1px solid #1d4ed8; border-radius: .375rem; background: #1d4ed8; color: #fff; }
button.second { background: #fff; color: #1d4ed8; }
.code { font-size: 1.75rem; text-align: center; letter-spacing: .1em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { padding: .4rem; text-align: start; vertical-align: top; border-block-end: 1px solid #d1d5db; }
td button, td input { inline-size: auto; padding: .3rem .6rem; display: inline-block; margin: 0; }
td input { inline-size: 6rem; }
`;

/** The text of a key, escaped. */
const t = (locale: Locale, key: string, params?: Record<string, string>) =>
  escapeMarkup(
    translate(locale, params ? { key: `stand-in-paymob.${key}`, params } : `stand-in-paymob.${key}`),
  );

const ltr = (text: string | number) => `<bdi dir="ltr">${escapeMarkup(String(text))}</bdi>`;
const money = (piastres: number) => ltr(`${toDecimal(piastres)} EGP`);

function page(locale: Locale, title: string, body: string, isWide = false): string {
  const name = t(locale, title);
  return `<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title><style>${STYLE}</style></head>
<body><p class="mark" role="note">${t(locale, 'mark')}</p><main${isWide ? ' class="wide"' : ''}><h1>${name}</h1>${body}</main></body></html>`;
}

const hidden = (name: string, value: string | number) =>
  `<input type="hidden" name="${name}" value="${escapeMarkup(String(value))}">`;

function field(locale: Locale, name: string, value = '', mode = 'numeric'): string {
  return `<label>${t(locale, name)}<input name="${name}" dir="ltr" inputmode="${mode}" autocomplete="off" required value="${escapeMarkup(value)}"></label>`;
}

const summary = (order: Order) =>
  `<p>${escapeMarkup(order.itemName)}<br><strong>${money(order.amount)}</strong></p>`;

const back = (locale: Locale, order: Order) =>
  `<p><a href="${escapeMarkup(order.redirectionUrl)}">${t(locale, 'leave')}</a></p>`;

function form(action: string, fields: string, buttons: string): string {
  return `<form method="post" action="${action}">${fields}${buttons}</form>`;
}

/** A page with a sentence and nothing to do. */
export function messagePage(locale: Locale, key: string, order?: Order): string {
  return page(locale, 'checkout', `<p>${t(locale, key)}</p>${order ? back(locale, order) : ''}`);
}

/** The unified checkout of an order. */
export function checkoutPage(order: Order): string {
  const { locale, paidBy } = order;
  const secret = hidden('clientSecret', order.clientSecret);
  const pay = (key: string) => `<button>${t(locale, key)}</button>`;
  const fields =
    paidBy === 'card'
      ? `${field(locale, 'number')}${field(locale, 'expiry', '', 'text')}${field(locale, 'cvv')}`
      : paidBy === 'wallet'
        ? field(locale, 'mobile')
        : '';
  const hint = `<p>${t(locale, `hint.${paidBy}`)}</p>`;
  const button = pay(paidBy === 'kiosk' ? 'getCode' : paidBy === 'wallet' ? 'next' : 'pay');
  return page(
    locale,
    'checkout',
    `${summary(order)}${hint}${form(`/unifiedcheckout/${paidBy}`, secret + fields, button)}${back(locale, order)}`,
  );
}

/** The wallet's own question. */
export function walletPage(order: Order, mobile: string): string {
  const { locale } = order;
  const fields = `${hidden('clientSecret', order.clientSecret)}${hidden('mobile', mobile)}`;
  const codes = `${field(locale, 'mpin')}${field(locale, 'otp')}`;
  const buttons = `<button name="answer" value="approve">${t(locale, 'approve')}</button>`;
  return page(
    locale,
    'wallet',
    `${summary(order)}<p>${ltr(mobile)}</p>${form('/unifiedcheckout/wallet/approve', fields + codes, buttons)}${back(locale, order)}`,
  );
}

/** The code to pay with at a kiosk. */
export function kioskPage(order: Order, code: number): string {
  const { locale } = order;
  return page(
    locale,
    'kiosk',
    `${summary(order)}<p>${t(locale, 'kioskHow')}</p><p class="code">${ltr(code)}</p>${back(locale, order)}`,
  );
}

/** The bank's page of 3-D Secure. */
export function securePage(order: Order, transaction: Transaction): string {
  const { locale } = order;
  const fields = `${hidden('clientSecret', order.clientSecret)}${hidden('transaction', transaction.id)}`;
  const buttons = `<button name="answer" value="approve">${t(locale, 'approve')}</button>
<button class="second" name="answer" value="giveUp">${t(locale, 'giveUp')}</button>`;
  return page(locale, 'secure', `${summary(order)}${form('/unifiedcheckout/secure', fields, buttons)}`);
}

/** The dashboard: every order with its transactions. */
export function dashboardPage(locale: Locale, orders: readonly Order[]): string {
  const heads = ['reference', 'method', 'amount', 'transactions', 'actions'].map(
    (key) => `<th scope="col">${t(locale, `head.${key}`)}</th>`,
  );
  const rows = [...orders].reverse().map((order) => dashboardRow(locale, order));
  const table =
    rows.length === 0
      ? `<p>${t(locale, 'empty')}</p>`
      : `<div class="scroll"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  const other = locale === 'ar' ? 'en' : 'ar';
  return page(
    locale,
    'dashboard',
    `<p><a href="/?lang=${other}" lang="${other}">${t(other, 'language')}</a></p>${table}`,
    true,
  );
}

function dashboardRow(locale: Locale, order: Order): string {
  const transactions = order.transactions.map(
    ({ id, kind, state, amount }) =>
      `${ltr(id)} · ${t(locale, `kind.${kind}`)} · ${t(locale, `state.${state}`)} · ${money(amount)}`,
  );
  const lang = hidden('lang', locale);
  const refunds = order.paidBy === 'kiosk' ? [] : paymentsOf(order).filter((payment) => leftOf(payment) > 0);
  const actions = refunds.map((payment) =>
    form(
      '/dashboard/refund',
      `${lang}${hidden('transaction', payment.id)}<input name="amount" dir="ltr" inputmode="decimal" required aria-label="${t(locale, 'refundAmount')}" value="${toDecimal(leftOf(payment))}"> `,
      `<button>${t(locale, 'refund')}</button>`,
    ),
  );
  const code = order.transactions.find(
    ({ state, billReference }) => state === 'pending' && billReference !== null,
  );
  if (code) {
    const label = t(locale, 'payCode', { code: String(code.billReference) });
    actions.push(
      form('/dashboard/pay', `${lang}${hidden('transaction', code.id)}`, `<button>${label}</button>`),
    );
  }
  return `<tr><td>${ltr(order.reference)}</td><td>${t(locale, `method.${order.paidBy}`)}</td><td>${money(order.amount)}</td>
<td>${transactions.join('<br>')}</td><td>${actions.join('')}</td></tr>`;
}
