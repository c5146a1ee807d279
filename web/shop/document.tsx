import type { StoreView } from '@daftar/contract/storefront';
import { BrandStyle, Cover, OwnWords } from '../pages/brand.tsx';
import { MerchantMark, safeUrl } from '../pages/parts.tsx';
import type { Words } from '../pages/text.ts';
import { CartPage } from './cart-page.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import { ListPage } from './list-page.tsx';
import { MessagePage } from './message-page.tsx';
import { OrderPage } from './order-page.tsx';
import { ProductPage } from './product-page.tsx';
import { Sharing } from './sharing.tsx';

interface PageProps {
  words: Words;
  view: StoreView;
}

/** The title of a page, beside the store's name. */
export function titleOf(words: Words, { page, merchant }: StoreView): string {
  const name = merchant?.name ?? words.t('store');
  switch (page.kind) {
    case 'list':
      return name;
    case 'product':
      return `${page.product.name} · ${name}`;
    case 'order':
      return `${words.t('order.title', { reference: page.order.reference })} · ${name}`;
    case 'message':
      return `${words.t(`message.${page.reason}.title`)} · ${name}`;
    default:
      return `${words.t(`${page.kind}.title`)} · ${name}`;
  }
}

function Header({ words, view }: PageProps) {
  const { merchant, base, cartCount } = view;
  const other = words.locale === 'ar' ? 'en' : 'ar';
  const language = `${base}${view.path === '/' ? '' : view.path}?lang=${other}`;
  return (
    <header>
      {view.mode === 'test' && merchant ? <p className="banner">{words.t('testStore')}</p> : null}
      <Cover brand={merchant?.brand} />
      <div className="top">
        {merchant ? (
          <a className="merchant" href={base}>
            <MerchantMark merchant={merchant} />
            <bdi className="merchant-name">{merchant.name}</bdi>
          </a>
        ) : (
          <span />
        )}
        {merchant ? (
          <nav className="tools" aria-label={words.t('nav')}>
            <a href={language} lang={other} hrefLang={other}>
              {words.t('otherLanguage')}
            </a>
            <a className="cart-link" href={`${base}/cart`}>
              {words.t('cart.title')}
              <span className="count">{words.number(cartCount)}</span>
            </a>
          </nav>
        ) : null}
      </div>
    </header>
  );
}

function Footer({ words, view }: PageProps) {
  const { merchant } = view;
  return (
    <footer className="bottom">
      {merchant ? (
        <address>
          <strong>
            <bdi>{merchant.name}</bdi>
          </strong>
          {merchant.address ? <bdi>{merchant.address}</bdi> : null}
          {merchant.phone ? (
            <a href={`tel:${merchant.phone}`}>
              <bdi dir="ltr">{merchant.phone}</bdi>
            </a>
          ) : null}
          {merchant.email ? (
            <a href={`mailto:${merchant.email}`}>
              <bdi dir="ltr">{merchant.email}</bdi>
            </a>
          ) : null}
        </address>
      ) : null}
      {merchant && merchant.social.length > 0 ? (
        <ul className="social" aria-label={words.t('social')}>
          {merchant.social.map(({ kind, url }) => {
            const href = safeUrl(url);
            return href ? (
              <li key={kind}>
                <a href={href} rel="noopener noreferrer nofollow">
                  {words.t(`social.${kind}`)}
                </a>
              </li>
            ) : null;
          })}
        </ul>
      ) : null}
      <OwnWords brand={merchant?.brand} words={words} />
      <p className="quiet">{words.t('poweredBy')}</p>
    </footer>
  );
}

function Body({ words, view }: PageProps) {
  const { page } = view;
  switch (page.kind) {
    case 'list':
      return <ListPage words={words} view={view} page={page} />;
    case 'product':
      return <ProductPage words={words} view={view} page={page} />;
    case 'cart':
      return <CartPage words={words} view={view} page={page} />;
    case 'checkout':
      return <CheckoutPage words={words} view={view} page={page} />;
    case 'order':
      return <OrderPage words={words} view={view} page={page} />;
    case 'message':
      return <MessagePage words={words} view={view} page={page} />;
  }
}

/** Renders the document. */
export function StoreDocument({ words, view, style, script }: PageProps & { style: string; script: string }) {
  const { page } = view;
  const asksProof = page.kind === 'checkout' && page.challenge !== null;
  return (
    <html lang={words.locale} dir={words.dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{titleOf(words, view)}</title>
        <Sharing words={words} view={view} title={titleOf(words, view)} />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{style}</style>
        <BrandStyle brand={view.merchant?.brand} />
      </head>
      <body>
        <a className="skip" href="#main">
          {words.t('skip')}
        </a>
        <Header words={words} view={view} />
        <main id="main">
          <Body words={words} view={view} />
        </main>
        <Footer words={words} view={view} />
        {asksProof ? <script>{script}</script> : null}
      </body>
    </html>
  );
}
