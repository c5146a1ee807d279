/**
 * The renderer of guide, reference, terms and privacy: a view of the contract in, a whole HTML document out. Built by
 * `vite build -c vite.docs.config.ts` into one module that the server imports; it has the shape of `DocsRenderer`.
 */
import { createHash } from 'node:crypto';
import type { DocsRenderer } from '@daftar/contract/docs';
import { renderToStaticMarkup } from 'react-dom/server';
import style from './docs.css?inline';
import { DocsDocument } from './document.tsx';

/** A whole HTML document. */
export const renderDocs: DocsRenderer['renderDocs'] = (view) =>
  `<!doctype html>${renderToStaticMarkup(<DocsDocument view={view} style={style} />)}`;

/** What the content security policy must allow: this and nothing else inline. */
export const csp: DocsRenderer['csp'] = {
  style: [`'sha256-${createHash('sha256').update(style, 'utf8').digest('base64')}'`],
};
