/**
 * The storefront's renderer: a view of the contract in, a whole HTML document out. Built by
 * `vite build -c vite.shop.config.ts` into one module that the server imports; it has the shape of `StoreRenderer`.
 */
import { createHash } from 'node:crypto';
import type { StoreRenderer } from '@daftar/contract/storefront';
import { renderToStaticMarkup } from 'react-dom/server';
import { StoreDocument } from './document.tsx';
import style from './shop.css?inline';
import { wordsIn } from './text.ts';

/** A whole HTML document. */
export const renderStorePage: StoreRenderer['renderStorePage'] = (view) =>
  `<!doctype html>${renderToStaticMarkup(
    <StoreDocument words={wordsIn(view.locale)} view={view} style={style} />,
  )}`;

/** What the content security policy must allow: one inline style; the pages need no script at all. */
export const csp: StoreRenderer['csp'] = {
  script: [],
  style: [`'sha256-${createHash('sha256').update(style, 'utf8').digest('base64')}'`],
};
