import { formatPounds } from '@daftar/contract/money';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { storePath } from '../products/address.ts';
import type { OrderFacts } from './store.ts';
import { findMerchant } from './store-merchant.ts';

/** The kinds of order message: an order was placed, or it was paid. */
export type OrderNews = 'placed' | 'paid';

/** Promises the e-mails of an order to both sides, once each, in the transaction that makes it so. */
export async function announceOrder(app: App, tx: Tx, order: OrderFacts, news: OrderNews): Promise<void> {
  const merchant = await findMerchant(tx, order);
  const follow = `${app.config.publicUrl}${storePath(merchant.slug, order.mode)}/orders/${order.token}`;
  const portal = `${app.config.publicUrl}/orders/${order.reference}`;
  const shopper: Locale = order.language === 2 ? 'en' : 'ar';
  await send(app, tx, order, news, {
    who: 'shopper',
    to: order.customerEmail,
    locale: shopper,
    url: follow,
    merchant: merchant.name,
  });
  await send(app, tx, order, news, {
    who: 'merchant',
    to: merchant.email,
    locale: merchant.locale,
    url: portal,
    merchant: merchant.name,
  });
  if (news !== 'placed') return;
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

interface Reader {
  who: 'shopper' | 'merchant';
  to: string;
  locale: Locale;
  url: string;
  merchant: string;
}

async function send(app: App, tx: Tx, order: OrderFacts, news: OrderNews, reader: Reader): Promise<void> {
  const { who, locale, url } = reader;
  const params = {
    merchant: reader.merchant,
    name: order.customerName,
    reference: order.reference,
    amount: formatPounds(order.amountPiastres),
    address: order.customerAddress,
    phone: order.customerMobile,
  };
  const say = (key: string) => translate(locale, { key: `orders.mail.${who}.${news}.${key}`, params });
  const items = order.items.map(
    ({ name, quantity, pricePiastres }) =>
      `${quantity} × ${name} · ${formatPounds(quantity * pricePiastres)} ${translate(locale, 'orders.mail.currency')}`,
  );
  const how =
    news === 'placed'
      ? [translate(locale, { key: `orders.mail.${who}.payment.${order.payment}`, params })]
      : [];
  const content = {
    locale,
    heading: say('heading'),
    paragraphs: [say('text'), ...items, say('total'), ...how],
    action: { label: translate(locale, `orders.mail.${who}.action`), url },
    ...(who === 'shopper'
      ? {
          sender: {
            name: reader.merchant,
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
    ...composeEmail(content),
    links: [url],
    dedupeKey: `order:${news}:${who}:${order.id}`,
  });
}
