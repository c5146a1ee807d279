/** Renders payers' pages with an unsaved brand, by the renderers of the real pages. */
import type { BrandPreviewForm, BrandView } from '@daftar/contract/brand';
import type { StoreRenderer } from '@daftar/contract/storefront';
import type * as z from 'zod/mini';
import { brandingOf } from '../branding/branding.ts';
import { composeReceipt } from '../checkout/receipt.ts';
import { loadPayRenderer } from '../checkout/renderer.ts';
import { readFile, requireReader } from '../files/index.ts';
import { documentData } from '../invoices/document.ts';
import { dressed } from '../messages/email.ts';
import { contactOf } from '../messages/sender.ts';
import type { App, Caller } from '../platform/context.ts';
import { builtRenderer } from '../platform/http/pages.ts';
import { storePath } from '../products/address.ts';
import { invoiceFacts, paidFacts, payPage, shopPage } from './samples.ts';

type Asked = z.output<typeof BrandPreviewForm>;

const loadStoreRenderer = builtRenderer<StoreRenderer>('shop');

/**
 * Renders a page or an e-mail as a static document: without scripts, in the requested theme, with styles in style
 * elements only, so that the framing page can allow them by a nonce.
 * @throws FileNotFound when the cover is not one of the merchant's files.
 */
export async function previewOf(app: App, caller: Caller, asked: Asked): Promise<string> {
  const { name, slug, logo } = await brandingOf(app.db, caller.merchantId);
  const brand: BrandView = {
    colour: asked.colour || null,
    coverUrl: asked.coverPath === '' ? null : await coverOf(app, caller, asked.coverPath),
    footer: { en: asked.footerEn, ar: asked.footerAr },
  };
  const shown = {
    asked,
    brand,
    merchant: { id: caller.merchantId, name },
    slug,
    logoUrl: logo?.address ?? null,
  };
  const html = await FACES[asked.face](app, shown);
  return looked(html, asked.theme);
}

interface Shown {
  asked: Asked;
  brand: BrandView;
  merchant: { id: number; name: string };
  slug: string | null;
  logoUrl: string | null;
}

const FACES: Record<Asked['face'], (app: App, shown: Shown) => Promise<string>> = {
  async pay(app, { asked: { locale }, brand, merchant: { name }, logoUrl }) {
    const { renderPayPage } = await loadPayRenderer();
    const merchant = { name, logoUrl, brand };
    const page = payPage(locale, app.clock.now());
    return renderPayPage({
      locale,
      token: null,
      mode: 'live',
      sandbox: false,
      merchant,
      embedders: [],
      isFramed: false,
      page,
    });
  },
  async invoice(app, { asked: { locale }, brand, merchant, logoUrl }) {
    const { renderInvoicePage } = await loadPayRenderer();
    const facts = invoiceFacts(locale, merchant, app.clock.now());
    const document = await documentData(facts, `${app.config.publicUrl}/pay/${facts.token}`, brand);
    return renderInvoicePage({ token: facts.token, logoUrl, brand, document });
  },
  async shop(app, { asked: { locale }, brand, merchant: { id, name }, slug, logoUrl }) {
    const { renderStorePage } = await loadStoreRenderer();
    const merchant = { name, logoUrl, brand, phone: null, email: null, address: null, social: [] };
    return renderStorePage({
      locale,
      base: storePath(slug ?? `store-${id}`, 'live'),
      publicUrl: app.config.publicUrl,
      path: '/',
      mode: 'live',
      merchant,
      categories: [],
      hasMoreCategories: false,
      cartCount: 2,
      page: shopPage(locale),
    });
  },
  async mail(app, { asked: { locale }, brand, merchant, logoUrl }) {
    const { publicUrl } = app.config;
    const [receipt] = composeReceipt(paidFacts(locale, merchant, app.clock.now()), publicUrl);
    const { text, html = '' } = receipt!;
    const { asking } = await contactOf(app.db, { merchantId: merchant.id, name: merchant.name, locale });
    // Pictures in the preview use the host on which the merchant views it.
    return classed(dressed({ text, html }, { brand, logoUrl, origin: '' }, locale, asking).html);
  },
};

/** Returns the URL of the saved picture, or a data URL of a file that is not public yet. */
async function coverOf(app: App, caller: Caller, path: string): Promise<string> {
  await requireReader(app, caller, path, 'cover');
  const { content, type } = await readFile(app, caller, path, 'small');
  return `data:${type};base64,${content.toString('base64')}`;
}

/** Converts style attributes into classes, because a policy with a nonce allows style elements only. */
function classed(html: string): string {
  const names = new Map<string, string>();
  const body = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const known = names.get(style) ?? `s${names.size}`;
    names.set(style, known);
    return ` class="${known}"`;
  });
  const rules = [...names].map(([style, name]) => `.${name}{${style.replaceAll('&#39;', "'")}}`).join('');
  return body.replace('<body', () => `<head><style>${rules}</style></head><body`);
}

const SCRIPT_END = '</script>';
const DARK = /\(prefers-color-scheme:\s*dark\)/g;

/**
 * Removes scripts; our own pages end each with the same tag. The frame would block them anyway, but report that in
 * the browser's log.
 */
function withoutScripts(html: string): string {
  const [before = '', ...others] = html.split('<script');
  return [before, ...others.map((each) => each.slice(each.indexOf(SCRIPT_END) + SCRIPT_END.length))].join('');
}

/** Makes a document static: without scripts, out of the tab order, and in one theme regardless of the reader's own. */
function looked(html: string, theme: Asked['theme']): string {
  return withoutScripts(html)
    .replace(DARK, theme === 'dark' ? '(min-width:0)' : '(max-width:0)')
    .replace(/color-scheme:\s*light dark/, `color-scheme:${theme}`)
    .replace(/<body\b/, '<body inert');
}
