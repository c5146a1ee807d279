/** The stand-in's pages: the unified checkout, 3-D Secure, and its dashboard. Plain forms, in both languages. */

import type { MessageParams } from '@daftar/contract/message-params';
import { type Locale, translate } from '../../platform/i18n/translate.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import { toDecimal } from '../amounts.ts';
import { standInPage } from '../stand-in-page.ts';
import { leftOf, type Order, paymentsOf, type Transaction } from './stand-in-books.ts';

/** Returns the text of a key, escaped. */
const t = (locale: Locale, key: string, params?: MessageParams) =>
  escapeMarkup(
    translate(locale, params ? { key: `stand-in-paymob.${key}`, params } : `stand-in-paymob.${key}`),
  );

const ltr = (text: string | number) => `<bdi dir="ltr">${escapeMarkup(String(text))}</bdi>`;
const money = (piastres: number) => ltr(`${toDecimal(piastres)} EGP`);

const page = (locale: Locale, title: string, content: string, isWide = false): string =>
  standInPage(locale, { title: t(locale, title), mark: t(locale, 'mark'), content, isWide });

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

/** Returns a page with a sentence and no actions. */
export function messagePage(locale: Locale, key: string, order?: Order): string {
  return page(locale, 'checkout', `<p>${t(locale, key)}</p>${order ? back(locale, order) : ''}`);
}

/** Returns the unified checkout of an order. */
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

/** Returns the wallet's confirmation page. */
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

/** Returns the page with the kiosk code. */
export function kioskPage(order: Order, code: number): string {
  const { locale } = order;
  return page(
    locale,
    'kiosk',
    `${summary(order)}<p>${t(locale, 'kioskHow')}</p><p class="code">${ltr(code)}</p>${back(locale, order)}`,
  );
}

/** Returns the bank's 3-D Secure page. */
export function securePage(order: Order, transaction: Transaction): string {
  const { locale } = order;
  const fields = `${hidden('clientSecret', order.clientSecret)}${hidden('transaction', transaction.id)}`;
  const buttons = `<button name="answer" value="approve">${t(locale, 'approve')}</button>
<button class="second" name="answer" value="giveUp">${t(locale, 'giveUp')}</button>`;
  return page(locale, 'secure', `${summary(order)}${form('/unifiedcheckout/secure', fields, buttons)}`);
}

/** Returns the dashboard: every order with its transactions. */
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
