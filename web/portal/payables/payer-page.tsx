import { brandStyle } from '@daftar/contract/brand-colours';
import type { PayView } from '@daftar/contract/checkout';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import ar from '../../locales/ar/pay.json' with { type: 'json' };
import en from '../../locales/en/pay.json' with { type: 'json' };
import { wordsOf } from '../../pages/text.ts';
import { PayBody } from '../../pay/document.tsx';
import style from '../../pay/pay.css?inline';
import classes from './payer-preview.module.css';

const words = { ar: wordsOf('ar', ar), en: wordsOf('en', en) };

/**
 * The payment page itself, drawn into a frame of a phone's width: its own components and styles, with nothing to press.
 * A frame without an address needs no request, and a constructed sheet no exception from the content security policy.
 */
export default function PayerPage({ view, title }: { view: PayView; title: string }) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const { dir } = words[view.locale];
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
    root.lang = view.locale;
    root.dir = dir;
  }
  return (
    <>
      <iframe ref={prepare} className={classes.page} title={title} />
      {body && createPortal(<PayBody key={keyOf(view)} words={words[view.locale]} view={view} />, body)}
    </>
  );
}

/** Fields keep what they were drawn with: they are drawn anew when that is another. */
const keyOf = ({ locale, page }: PayView): string =>
  page.kind === 'open'
    ? JSON.stringify([locale, page.payable.choice, page.methods.map(({ id }) => id)])
    : locale;
