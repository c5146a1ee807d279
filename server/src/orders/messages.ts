import type { UncountedReason } from '@daftar/contract/checkout';
import { formatPounds } from '@daftar/contract/money';
import { type PaidFacts, uncountedReason } from '../checkout/index.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { wordsOutside } from '../messages/sender.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { storePath } from '../products/address.ts';
import type { OrderFacts } from './store.ts';
import { findMerchant } from './store-merchant.ts';

/** The kinds of order message: an order was placed, it was paid, or money came that did not pay it. */
type OrderNews = 'placed' | 'paid' | 'received';

/** Promises the e-mails of a new order to both sides, once each, and the merchant's notification. */
export async function announceOrder(app: App, tx: Tx, order: OrderFacts): Promise<void> {
  const merchant = await tell(app, tx, order, {
    news: 'placed',
    amountPiastres: order.amountPiastres,
    key: order.id,
  });
  await notify({ ...app, db: tx }, order, {
    kind: 'order-placed',
    params: {
      reference: order.reference,
      amountPiastres: order.amountPiastres,
      name: order.customerName,
    },
    href: `/orders/${order.reference}`,
    told: [merchant.email],
  });
}

/** Promises the e-mails of money that came for an order to both sides, once each: that it is paid, or why it is not. */
export async function announceMoney(app: App, tx: Tx, order: OrderFacts, paid: PaidFacts): Promise<void> {
  const reason = uncountedReason(paid.flags);
  await tell(
    app,
    tx,
    order,
    reason
      ? { news: 'received', reason, amountPiastres: paid.chargedPiastres, key: paid.transactionId }
      : { news: 'paid', amountPiastres: order.amountPiastres, key: order.id },
  );
}

interface Told {
  news: OrderNews;
  reason?: UncountedReason;
  amountPiastres: number;
  /** Names the promise, with the news. */
  key: number;
}

async function tell(app: App, tx: Tx, order: OrderFacts, told: Told) {
  const merchant = await findMerchant(tx, order);
  const follow = `${app.config.publicUrl}${storePath(merchant.slug, order.mode)}/orders/${order.token}`;
  const portal = `${app.config.publicUrl}/orders/${order.reference}`;
  const shopper: Locale = order.language === 2 ? 'en' : 'ar';
  await send(app, tx, order, told, {
    who: 'shopper',
    to: order.customerEmail,
    locale: shopper,
    url: follow,
    merchant: merchant.name,
  });
  await send(app, tx, order, told, {
    who: 'merchant',
    to: merchant.email,
    locale: merchant.locale,
    url: portal,
    merchant: merchant.name,
  });
  return merchant;
}

interface Reader {
  who: 'shopper' | 'merchant';
  to: string;
  locale: Locale;
  url: string;
  merchant: string;
}

async function send(app: App, tx: Tx, order: OrderFacts, told: Told, reader: Reader): Promise<void> {
  const { who, locale, url } = reader;
  const { news, reason } = told;
  const { customerName: name, reference } = order;
  const isOurs = who === 'shopper' && reader.merchant === '';
  const words =
    who === 'shopper'
      ? wordsOutside(locale, { merchantName: reader.merchant, name, title: '', reference })
      : { merchant: reader.merchant, name };
  const params = {
    ...words,
    reference,
    amount: formatPounds(told.amountPiastres),
    address: order.customerAddress,
    phone: order.customerMobile,
  };
  const say = (key: string) => translate(locale, { key: `orders.mail.${who}.${news}.${key}`, params });
  const items = (isOurs ? [] : order.items).map(
    ({ name, quantity, pricePiastres }) =>
      `${quantity} × ${name} · ${formatPounds(quantity * pricePiastres)} ${translate(locale, 'orders.mail.currency')}`,
  );
  const isUnreserved = who === 'shopper' && order.payment === 'now' && order.stock === 'none';
  const payment = isUnreserved ? 'unreserved' : order.payment;
  const how =
    news === 'placed' ? [translate(locale, { key: `orders.mail.${who}.payment.${payment}`, params })] : [];
  const content = {
    locale,
    heading: say('heading'),
    paragraphs: reason ? [say(reason), say('total')] : [say('text'), ...items, say('total'), ...how],
    action: { label: translate(locale, `orders.mail.${who}.action`), url },
    ...(who === 'shopper'
      ? {
          sender: {
            name: words.merchant,
            footer: translate(locale, { key: 'orders.mail.footer', params }),
          },
        }
      : {}),
  };
  await sendMessage(app, tx, {
    merchantId: order.merchantId,
    mode: order.mode,
    channel: 'email',
    to: reader.to,
    locale,
    subject: say('subject'),
    ...(who === 'shopper' ? { sender: reader.merchant } : {}),
    ...composeEmail(content),
    links: [url],
    dedupeKey: `order:${news}:${who}:${told.key}`,
  });
}
