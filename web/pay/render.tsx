/**
 * The payment page's renderer: turns a view of the contract into an HTML document. Built by `vite build -c
 * vite.pay.config.ts` into one module that the server imports; it implements `PayRenderer`.
 */
import { createHash } from 'node:crypto';
import script from 'virtual:pay-script';
import type { CheckoutLocale, PayRenderer } from '@daftar/contract/checkout';
import arMessages from '@daftar/contract/messages/ar.json' with { type: 'json' };
import enMessages from '@daftar/contract/messages/en.json' with { type: 'json' };
import { renderToStaticMarkup } from 'react-dom/server';
import ar from '../locales/ar/pay.json' with { type: 'json' };
import en from '../locales/en/pay.json' with { type: 'json' };
import { type Words, wordsOf } from '../pages/text.ts';
import { PayDocument } from './document.tsx';
import { InvoiceDocument } from './invoice-page.tsx';
import style from './pay.css?inline';

const words: Readonly<Record<CheckoutLocale, Words>> = {
  ar: wordsOf('ar', ar, arMessages),
  en: wordsOf('en', en, enMessages),
};

const hash = (content: string) => createHash('sha256').update(content, 'utf8').digest('base64');

/** A whole HTML document. */
export const renderPayPage: PayRenderer['renderPayPage'] = (view) =>
  `<!doctype html>${renderToStaticMarkup(
    <PayDocument words={words[view.locale]} view={view} style={style} script={script} />,
  )}`;

/** The printable page of an invoice. */
export const renderInvoicePage: PayRenderer['renderInvoicePage'] = (page) =>
  `<!doctype html>${renderToStaticMarkup(
    <InvoiceDocument words={words[page.document.locale]} page={page} style={style} script={script} />,
  )}`;

/** What the content security policy allows; nothing else is inline. */
export const csp: PayRenderer['csp'] = {
  script: [`'sha256-${hash(script)}'`],
  style: [`'sha256-${hash(style)}'`],
};

/** Every script of the page; the hash is base64, as in the policy. */
export const scripts: PayRenderer['scripts'] = [
  { name: 'pay', sha256: hash(script), bytes: Buffer.byteLength(script) },
];
