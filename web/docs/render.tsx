/**
 * The renderer of guide, reference, terms and privacy: turns a view of the contract into an HTML document. Built by
 * `vite build -c vite.docs.config.ts` into one module that the server imports; it implements `DocsRenderer`.
 */
import { createHash } from 'node:crypto';
import type { DocsRenderer } from '@daftar/contract/docs';
import { renderToStaticMarkup } from 'react-dom/server';
import style from './docs.css?inline';
import { DocsDocument } from './document.tsx';
import { listOf, plainTextOf } from './plain.ts';
import statusStyle from './status.css?inline';
import { StatusDocument } from './status-page.tsx';

/** A whole HTML document. */
export const renderDocs: DocsRenderer['renderDocs'] = (view) =>
  `<!doctype html>${renderToStaticMarkup(<DocsDocument view={view} style={style} />)}`;

/** A page as Markdown, or null. */
export const renderText: DocsRenderer['renderText'] = plainTextOf;

/** The list of what there is to read. */
export const renderList: DocsRenderer['renderList'] = listOf;

/** The page of our status. */
export const renderStatus: DocsRenderer['renderStatus'] = (view) =>
  `<!doctype html>${renderToStaticMarkup(<StatusDocument view={view} styles={[style, statusStyle]} />)}`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

/** What the content security policy allows; nothing else is inline. */
export const csp: DocsRenderer['csp'] = {
  style: [hashOf(style), hashOf(statusStyle)],
};
