/**
 * The page of the stand-in where a person plays the payers: at the kiosk, and in the wallet. Works without JavaScript.
 */

import type { MessageParams } from '@daftar/contract/message-params';
import { type Locale, translate } from '../../platform/i18n/translate.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import { standInPage } from '../stand-in-page.ts';
import { orderPiastresOf, paymentPiastresOf, type StandInOrder } from './stand-in-books.ts';

/** Actions of the page on an open order. */
export const PAGE_ACTS = ['pay', 'decline', 'expire'] as const;
/** Action of the page on a paid order, as in Fawry's dashboard: refunds one pound. */
export const DASHBOARD_ACT = 'refund-pound';

/** Writes the page: open orders with their buttons, then the others. */
export function ordersPage(
  locale: Locale,
  orders: readonly StandInOrder[],
  isOpen: (order: StandInOrder) => boolean,
  refundable: (order: StandInOrder) => number,
): string {
  const say = (key: string, params: MessageParams = {}) =>
    escapeMarkup(translate(locale, { key: `stand-in-fawry.${key}`, params }));
  const money = (piastres: number) => say('amount', { amountPiastres: piastres });

  const actsOf = (order: StandInOrder): readonly string[] => {
    if (isOpen(order)) return PAGE_ACTS;
    return refundable(order) >= 100 ? [DASHBOARD_ACT] : [];
  };
  const item = (order: StandInOrder) => {
    const acts = actsOf(order);
    const buttons = acts
      .map(
        (act) =>
          `<button${act === 'pay' ? '' : ' class="second"'} name="act" value="${act}">${say(act)}</button>`,
      )
      .join('');
    const form = `<form method="post" action="/orders/${encodeURIComponent(order.merchantRefNumber)}?lang=${locale}">${buttons}</form>`;
    return `<li>
<p class="code"><bdi>${escapeMarkup(order.fawryRefNumber)}</bdi></p>
<p>${say(order.method === 'MWALLET' ? 'wallet' : 'kiosk')} · <bdi>${escapeMarkup(order.customerMobile)}</bdi></p>
<p dir="auto">${escapeMarkup(order.description)}</p>
<p>${say('order')} ${money(orderPiastresOf(order))}</p>
<p>${say('toPay')} <b>${money(paymentPiastresOf(order))}</b></p>
<p>${say(`word.${order.word}`)}</p>${acts.length > 0 ? form : ''}</li>`;
  };
  const list = (some: readonly StandInOrder[], empty: string) =>
    some.length === 0 ? `<p>${say(empty)}</p>` : `<ul>${some.map(item).join('')}</ul>`;

  const other = locale === 'ar' ? 'en' : 'ar';
  return standInPage(locale, {
    title: say('title'),
    mark: say('notice'),
    content: `<p><a href="/?lang=${other}" lang="${other}">${escapeMarkup(translate(other, 'stand-in-fawry.language'))}</a></p>
<p>${say('hint')}</p>
${list(orders.filter(isOpen), 'noneOpen')}
<h2>${say('done')}</h2>
${list(
  orders.filter((order) => !isOpen(order)),
  'noneDone',
)}`,
  });
}
