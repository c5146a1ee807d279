/** The page of the stand-in where a person plays the payers: at the kiosk, and in the wallet. Works without a script. */

import { type Locale, translate } from '../../platform/i18n/translate.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import { toDecimal } from '../amounts.ts';
import { orderPiastresOf, paymentPiastresOf, type StandInOrder } from './stand-in-books.ts';

/** What a person can do with an open order there. */
export const PAGE_ACTS = ['pay', 'decline', 'expire'] as const;

const STYLE = `
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1c2430;background:#f4f5f7}
main{max-inline-size:44rem;margin-inline:auto;padding:1rem}
.notice{margin:0;padding:.75rem 1rem;background:#fff3cd;border-block-end:2px solid #b58900;font-weight:600;text-align:center}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-block-start:2rem}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
li{background:#fff;border:1px solid #d5d9e0;border-radius:.5rem;padding:1rem}
.code{font-size:1.4rem;font-weight:700;letter-spacing:.05em}
p{margin-block:.25rem;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:.5rem;margin-block-start:.75rem}
button{font:inherit;min-block-size:2.75rem;padding-inline:1rem;border:1px solid #4a5568;border-radius:.4rem;background:#fff;cursor:pointer}
button[value=pay]{background:#1d6b3e;border-color:#1d6b3e;color:#fff}
.state{color:#4a5568}`;

/** Writes the page: open orders with their buttons, then the others. */
export function standInPage(
  locale: Locale,
  orders: readonly StandInOrder[],
  isOpen: (order: StandInOrder) => boolean,
): string {
  const say = (key: string, params: Record<string, string> = {}) =>
    escapeMarkup(translate(locale, { key: `stand-in-fawry.${key}`, params }));
  const money = (piastres: number) => say('amount', { amount: toDecimal(piastres) });

  const item = (order: StandInOrder) => {
    const buttons = PAGE_ACTS.map((act) => `<button name="act" value="${act}">${say(act)}</button>`).join('');
    const form = `<form method="post" action="/orders/${encodeURIComponent(order.merchantRefNumber)}?lang=${locale}">${buttons}</form>`;
    return `<li>
<p class="code"><bdi>${escapeMarkup(order.fawryRefNumber)}</bdi></p>
<p>${say(order.method === 'MWALLET' ? 'wallet' : 'kiosk')} · <bdi>${escapeMarkup(order.customerMobile)}</bdi></p>
<p dir="auto">${escapeMarkup(order.description)}</p>
<p>${say('order')} ${money(orderPiastresOf(order))}</p>
<p>${say('toPay')} <b>${money(paymentPiastresOf(order))}</b></p>
<p class="state">${say(`word.${order.word}`)}</p>${isOpen(order) ? form : ''}</li>`;
  };
  const list = (some: readonly StandInOrder[], empty: string) =>
    some.length === 0 ? `<p>${say(empty)}</p>` : `<ul>${some.map(item).join('')}</ul>`;

  const other = locale === 'ar' ? 'en' : 'ar';
  return `<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${say('title')}</title><style>${STYLE}</style>
<p class="notice">${say('notice')}</p>
<main><p><a href="/?lang=${other}" lang="${other}">${escapeMarkup(translate(other, 'stand-in-fawry.language'))}</a></p>
<h1>${say('title')}</h1>
<p>${say('hint')}</p>
${list(orders.filter(isOpen), 'noneOpen')}
<h2>${say('done')}</h2>
${list(
  orders.filter((order) => !isOpen(order)),
  'noneDone',
)}
</main></html>`;
}
