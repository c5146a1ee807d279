import { brandStyle } from '@daftar/contract/brand-colours';
import type { CheckoutLocale, PayView } from '@daftar/contract/checkout';
import { memo, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Words, wordsOf } from '../../pages/text.ts';
import { PayFrame } from '../../pay/document.tsx';
import { OpenPageBody } from '../../pay/open-page.tsx';
import style from '../../pay/pay.css?inline';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './payer-preview.module.css';
import { type PreviewedPayable, usePayerView } from './payer-view.ts';

type OpenPage = Extract<PayView['page'], { kind: 'open' }>;

const CATALOGUES = {
  ar: () => import('../../locales/ar/pay.json'),
  en: () => import('../../locales/en/pay.json'),
};

/** Loads the page's words in one language, without messages of what is wrong: nothing is sent from here. */
export async function fetchWords(locale: CheckoutLocale): Promise<Words> {
  const { default: catalogue } = await CATALOGUES[locale]();
  return wordsOf(locale, catalogue, {});
}

interface PayerPageProps {
  words: Words;
  payable: PreviewedPayable;
  title: string;
}

/** The payer's page of what a form holds, once the methods and the brand are known. */
export default memo(function PayerPage({ words, payable, title }: PayerPageProps) {
  const view = usePayerView(payable, words.locale);
  return view ? <Page words={words} view={view} title={title} /> : <Skeleton height="100%" />;
});

interface PageProps {
  words: Words;
  view: PayView;
  title: string;
}

/**
 * The payment page itself, drawn into a frame of a phone's width: its own components and styles, with nothing to press.
 * A frame without an address needs no request, and a constructed sheet no exception from the content security policy.
 */
const Page = memo(function Page({ words, view, title }: PageProps) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const { page } = view;
  const prepare = (frame: HTMLIFrameElement | null) => {
    const page = frame?.contentDocument;
    const scope = frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!page || !scope || page.body === body) return;
    const sheets = [new scope.CSSStyleSheet(), new scope.CSSStyleSheet()];
    sheets[0]?.replaceSync(style);
    page.adoptedStyleSheets = sheets;
    page.body.inert = true;
    setBody(page.body);
  };
  const colour = view.merchant?.brand?.colour ?? null;
  useEffect(() => {
    body?.ownerDocument.adoptedStyleSheets[1]?.replaceSync(brandStyle(colour));
  }, [body, colour]);
  const root = body?.ownerDocument.documentElement;
  if (root) {
    root.lang = words.locale;
    root.dir = words.dir;
  }
  return (
    <>
      <iframe ref={prepare} className={classes.page} title={title} />
      {body &&
        page.kind === 'open' &&
        createPortal(
          <PayFrame words={words} view={view}>
            <OpenPageBody key={keyOf(words, page)} words={words} view={view} page={page} />
          </PayFrame>,
          body,
        )}
    </>
  );
});

/** Fields keep what they were drawn with: they are drawn anew when that is another. */
const keyOf = ({ locale }: Words, { payable, methods }: OpenPage): string =>
  JSON.stringify([locale, payable.choice, methods.map(({ id }) => id)]);
