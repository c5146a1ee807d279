import type { PayView } from '@daftar/contract/checkout';
import type { ReactNode } from 'react';
import { BrandStyle, Cover, OwnWords } from '../pages/brand.tsx';
import { Icon } from '../pages/icons.tsx';
import { MerchantMark } from '../pages/parts.tsx';
import type { Words } from '../pages/text.ts';
import { AttemptPageBody } from './attempt-page.tsx';
import { ClosedPageBody } from './closed-page.tsx';
import { Head } from './head.tsx';
import { OpenPageBody } from './open-page.tsx';
import { refreshOf } from './redirect-page.tsx';

/** Seconds between reloads without a script. */
const REFRESH_SECONDS = 15;

function titleOf(words: Words, view: PayView): string {
  const { page, merchant } = view;
  const what =
    page.kind === 'closed' && !page.payable
      ? words.t(`closed.${page.reason}.title`)
      : (page.payable?.title ?? words.t('closedTitle'));
  return merchant ? `${merchant.name} · ${what}` : what;
}

/** The view with an order named in the page's language; its title is in the language it was placed in. */
function namedIn(words: Words, view: PayView): PayView {
  const { page } = view;
  if (page.payable?.kind !== 'order') return view;
  const title = words.t('order.title', { reference: page.payable.reference });
  return { ...view, page: { ...page, payable: { ...page.payable, title } } as PayView['page'] };
}

/** The path of this page, also when it is the reply to a form. */
function addressOf({ token, page }: PayView): string {
  if (token === null) return '';
  return page.kind === 'attempt' ? `/pay/${token}/${page.attempt.id}` : `/pay/${token}`;
}

function Header({ words, view }: { words: Words; view: PayView }) {
  const banner = view.mode === 'test' ? 'banner.test' : view.sandbox ? 'banner.demo' : null;
  const other = words.locale === 'ar' ? 'en' : 'ar';
  return (
    <header>
      {banner ? <p className="banner">{words.t(banner)}</p> : null}
      <Cover brand={view.merchant?.brand} />
      <div className="top">
        {view.merchant ? (
          <div className="merchant">
            <MerchantMark merchant={view.merchant} />
            <div>
              <p className="merchant-name">
                <bdi>{view.merchant.name}</bdi>
              </p>
              <p className="secure">
                <Icon name="lock" size={16} /> {words.t('secure')}
              </p>
            </div>
          </div>
        ) : (
          <p className="secure">
            <Icon name="lock" size={16} /> {words.t('secure')}
          </p>
        )}
        <a className="language" href={`${addressOf(view)}?lang=${other}`} lang={other} hrefLang={other}>
          {words.t('otherLanguage')}
        </a>
      </div>
    </header>
  );
}

function Footer({ words, view }: { words: Words; view: PayView }) {
  return (
    <footer className="bottom">
      <OwnWords brand={view.merchant?.brand} words={words} />
      <svg viewBox="0 0 32 32" width={22} height={22} aria-hidden="true">
        <rect className="logo-ground" width="32" height="32" rx="8" />
        <path className="logo-page" d="M10 8.5h9.5a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3H10z" />
        <path className="logo-rings" d="M8.5 12h3M8.5 16h3M8.5 20h3" />
        <path className="logo-lines" d="M14.5 13.500h5M14.5 17h3.5" />
      </svg>
      <span>{words.t('poweredBy')}</span>
    </footer>
  );
}

interface FrameProps {
  words: Words;
  view: PayView;
  children: ReactNode;
}

/** What is above and below every page; the form of a link or invoice shows it as well, before there is one. */
export function PayFrame({ words, view, children }: FrameProps) {
  return (
    <>
      <Header words={words} view={view} />
      {children}
      <Footer words={words} view={view} />
    </>
  );
}

interface DocumentProps {
  words: Words;
  view: PayView;
  /** The stylesheet and the script, inlined unchanged. */
  style: string;
  script: string;
}

/** Renders the document. */
export function PayDocument({ words, view: given, style, script }: DocumentProps) {
  const view = namedIn(words, given);
  const { page } = view;
  const refresh =
    page.kind === 'attempt'
      ? refreshOf({ attempt: page.attempt, address: addressOf(view), isFramed: view.isFramed }, page)
      : null;
  const waits = page.kind === 'attempt' && page.attempt.state === 'awaiting';
  return (
    <html lang={words.locale} dir={words.dir} data-framed={view.isFramed ? '' : undefined}>
      <Head title={titleOf(words, view)} style={style}>
        <BrandStyle brand={view.merchant?.brand} />
        {refresh ? <meta httpEquiv="refresh" content={refresh} /> : null}
        {waits ? (
          <noscript>
            <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
          </noscript>
        ) : null}
      </Head>
      <body
        data-embedders={view.embedders.join(' ') || undefined}
        data-state={page.kind === 'attempt' ? page.attempt.state : undefined}
        data-reference={page.kind === 'attempt' ? page.attempt.reference : undefined}
      >
        <PayFrame words={words} view={view}>
          {page.kind === 'open' ? <OpenPageBody words={words} view={view} page={page} /> : null}
          {page.kind === 'attempt' ? <AttemptPageBody words={words} view={view} page={page} /> : null}
          {page.kind === 'closed' ? <ClosedPageBody words={words} view={view} page={page} /> : null}
        </PayFrame>
        <script>{script}</script>
      </body>
    </html>
  );
}
