/**
 * The storefront's renderer: turns a view of the contract into an HTML document. Built by `vite build -c
 * vite.shop.config.ts` into one module that the server imports; it implements `StoreRenderer`.
 */
import { createHash } from 'node:crypto';
import script from 'virtual:shop-script';
import arMessages from '@daftar/contract/messages/ar.json' with { type: 'json' };
import enMessages from '@daftar/contract/messages/en.json' with { type: 'json' };
import type { StoreLocale, StoreRenderer } from '@daftar/contract/storefront';
import { renderToStaticMarkup } from 'react-dom/server';
import ar from '../locales/ar/shop.json' with { type: 'json' };
import en from '../locales/en/shop.json' with { type: 'json' };
import { type Words, wordsOf } from '../pages/text.ts';
import { StoreDocument } from './document.tsx';
import style from './shop.css?inline';

const words: Readonly<Record<StoreLocale, Words>> = {
  ar: wordsOf('ar', ar, arMessages),
  en: wordsOf('en', en, enMessages),
};

/** A whole HTML document. */
export const renderStorePage: StoreRenderer['renderStorePage'] = (view) =>
  `<!doctype html>${renderToStaticMarkup(
    <StoreDocument words={words[view.locale]} view={view} style={style} script={script} />,
  )}`;

const hash = (content: string) => createHash('sha256').update(content, 'utf8').digest('base64');

/**
 * What the content security policy allows: one inline style, and the script of the page that asks for a proof of work.
 */
export const csp: StoreRenderer['csp'] = {
  script: [`'sha256-${hash(script)}'`],
  style: [`'sha256-${hash(style)}'`],
};
