import type { UncountedReason } from '@daftar/contract/checkout';
import { sameEmail } from '@daftar/contract/text';
import { payerOrigin } from '../branding/origin.ts';
import { type PaidFacts, uncountedReason } from '../checkout/index.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { wordsOutside } from '../messages/sender.ts';
import { sentence } from '../messages/words.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { groupedAmount } from '../platform/i18n/written.ts';
import { takeUses } from '../platform/limits/limits.ts';
import { storePath } from '../products/address.ts';
import type { OrderFacts } from './store.ts';
import { findMerchant } from './store-merchant.ts';

const HOUR_SECONDS = 3600;

/** Kinds of order message: placed, paid, or money received that did not pay it. */
type OrderNews = 'placed' | 'paid' | 'received';

/**
 * Sends the e-mails of a new order on delivery to shopper and merchant, once each, and notifies the merchant. An
 * order to be paid online is announced only once it is paid, because placing it proves nothing, and the address may
 * be anybody's.
 */
export async function announceOrder(
  app: App,
  tx: Tx,
  order: OrderFacts,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  if (order.payment === 'now') return;
  const merchant = await tell(app, tx, order, {
    news: 'placed',
    amountPiastres: order.amountPiastres,
    key: order.id,
    isAnybodys: !isConfirmed,
  });
  await ring(app, tx, order, merchant.email);
}

async function ring(app: App, tx: Tx, order: OrderFacts, told: string): Promise<void> {
  await notify({ ...app, db: tx }, order, {
    kind: 'order-placed',
    params: {
      reference: order.reference,
      amountPiastres: order.amountPiastres,
      name: order.customerName,
    },
    href: `/orders/${order.reference}`,
    told: [told],
  });
}

/**
 * Sends the e-mails about a payment of an order to shopper and merchant, once each: that the order is paid, or why it
 * is not. For an order to be paid online, this is also the merchant's first notification of it.
 */
export async function announceMoney(app: App, tx: Tx, order: OrderFacts, paid: PaidFacts): Promise<void> {
  const reason = uncountedReason(paid.flags);
  const merchant = await tell(
    app,
    tx,
    order,
    reason
      ? { news: 'received', reason, amountPiastres: paid.chargedPiastres, key: paid.transactionId }
      : { news: 'paid', amountPiastres: order.amountPiastres, key: order.id },
  );
  if (!reason && order.payment === 'now') await ring(app, tx, order, merchant.email);
}

interface Told {
  news: OrderNews;
  reason?: UncountedReason;
  amountPiastres: number;
  /** Identifies the message together with its kind. */
  key: number;
  /** Neither a code nor a payment confirms the shopper's address and name. */
  isAnybodys?: boolean;
}

async function tell(app: App, tx: Tx, order: OrderFacts, told: Told) {
  const merchant = await findMerchant(tx, order);
  const origin = await payerOrigin(app, tx, order.merchantId);
  const follow = `${origin}${storePath(merchant.slug, order.mode)}/orders/${order.token}`;
  const portal = `${app.config.publicUrl}/orders/${order.reference}`;
  const shopper: Locale = order.language === 2 ? 'en' : 'ar';
  if (!told.isAnybodys || (await mayMail(app, order.customerEmail))) {
    await send(app, tx, order, told, {
      who: 'shopper',
      to: order.customerEmail,
      locale: shopper,
      url: follow,
      merchant: merchant.name,
    });
  }
  await send(app, tx, order, told, {
    who: 'merchant',
    to: merchant.email,
    locale: merchant.locale,
    url: portal,
    merchant: merchant.name,
  });
  return merchant;
}

/**
 * Returns whether an unconfirmed address may get another e-mail about an order; the order's page shows the same
 * facts.
 */
async function mayMail(app: App, email: string): Promise<boolean> {
  const most = app.config.limits.linkMailsPerHour;
  const limit = { name: 'order mails to', free: most, most, windowSeconds: HOUR_SECONDS };
  try {
    await takeUses(app, [{ limit, of: sameEmail(email) }]);
    return true;
  } catch (error) {
    if (error instanceof TooManyError) return false;
    throw error;
  }
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
  const { reference } = order;
  const quotesName = who === 'merchant' || !told.isAnybodys;
  const name = quotesName ? order.customerName : translate(locale, 'messages.reader');
  const isOurs = who === 'shopper' && reader.merchant === '';
  const words =
    who === 'shopper'
      ? wordsOutside(locale, { merchantName: reader.merchant, name, title: '', reference })
      : { merchant: reader.merchant, name };
  const params = {
    ...words,
    reference,
    amount: groupedAmount(told.amountPiastres),
    address: order.customerAddress,
    phone: order.customerMobile,
  };
  const say = (key: string) => sentence(locale, `orders.mail.${who}.${news}.${key}`, params);
  const items = (isOurs ? [] : order.items).map(({ name, quantity, pricePiastres }) =>
    sentence(locale, 'orders.mail.item', { quantity, name, amount: groupedAmount(quantity * pricePiastres) }),
  );
  const how = news === 'placed' ? [sentence(locale, `orders.mail.${who}.payment.delivery`)] : [];
  const content = {
    locale,
    subject: say('subject'),
    heading: say('heading'),
    paragraphs: reason ? [say(reason), say('total')] : [say('text'), ...items, say('total'), ...how],
    action: { label: sentence(locale, `orders.mail.${who}.action`), url },
    ...(who === 'shopper'
      ? {
          sender: {
            name: words.merchant,
            footer: sentence(locale, 'orders.mail.footer', params),
          },
        }
      : {}),
  };
  await sendMessage(app, tx, {
    merchantId: order.merchantId,
    mode: order.mode,
    isOutside: who === 'shopper',
    ...(who === 'shopper' ? { payer: {} } : {}),
    channel: 'email',
    to: reader.to,
    locale,
    ...(who === 'shopper' ? { sender: reader.merchant } : {}),
    ...composeEmail(content),
    links: [url],
    dedupeKey: `order:${news}:${who}:${told.key}`,
  });
}
