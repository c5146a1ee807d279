/** A merchant's appearance to its payers: on payment pages, invoices and receipts, in the store and in mails. */
import * as z from 'zod/mini';
import { HEX } from './brand-colours.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { FilePath } from './files.ts';
import { optionalParagraphs, optionalText } from './text.ts';

export const BRAND_FOOTER_MAXIMUM = 300;

const Colour = z.pipe(
  optionalText(20),
  z.transform((value: string, ctx): string => {
    const colour = value.toLowerCase();
    if (colour === '' || HEX.test(colour)) return colour;
    ctx.issues.push({ code: 'custom', message: 'InvalidColour', input: value });
    return z.NEVER;
  }),
);

export const BrandForm = z.object({
  /** #rrggbb; empty for the provider's own. */
  colour: Colour,
  /** The path that the upload returned; empty for no cover. */
  coverPath: z._default(z.union([z.literal(''), FilePath], { error: 'FileUnknown' }), ''),
  /** Below every page and mail, in the reader's language; if that one is empty, the other language's text. */
  footerEn: optionalParagraphs(BRAND_FOOTER_MAXIMUM),
  footerAr: optionalParagraphs(BRAND_FOOTER_MAXIMUM),
});
export type BrandFormValues = z.output<typeof BrandForm>;

export const Brand = z.object({
  colour: z.string(),
  coverPath: z.string(),
  footerEn: z.string(),
  footerAr: z.string(),
});
export type Brand = z.output<typeof Brand>;

/** A brand with the public URLs of its pictures; null without a logo or a cover. */
export const BrandShown = z.extend(Brand, {
  logoUrl: z.nullable(z.string()),
  coverUrl: z.nullable(z.string()),
});
export type BrandShown = z.output<typeof BrandShown>;

/** The payer-facing pages that a brand changes. */
export const BRAND_FACES = ['pay', 'invoice', 'shop', 'mail'] as const;
export type BrandFace = (typeof BRAND_FACES)[number];

/** An unsaved brand, and the page to preview it on. */
export const BrandPreviewForm = z.extend(BrandForm, {
  face: z.enum(BRAND_FACES, { error: 'Invalid' }),
  locale: z.enum(['en', 'ar'], { error: 'Invalid' }),
  theme: z.enum(['light', 'dark'], { error: 'Invalid' }),
});

/** A brand for rendering pages. */
export interface BrandView {
  /** #rrggbb; null for the provider's own. */
  colour: string | null;
  /** The URL of a wide picture. */
  coverUrl: string | null;
  footer: { en: string; ar: string };
}

/** Returns the footer in a language, else in the other one; null if both are empty. */
export function footerOf(
  { footer }: Pick<BrandView, 'footer'>,
  locale: 'en' | 'ar',
): { text: string; locale: 'en' | 'ar' } | null {
  const other = locale === 'en' ? 'ar' : 'en';
  if (footer[locale] !== '') return { text: footer[locale], locale };
  return footer[other] === '' ? null : { text: footer[other], locale: other };
}

export const brand = defineEndpoints({
  get: {
    method: 'GET',
    path: '/merchant/AccountSettings/Brand',
    base: 'mode',
    access: 'view-settings',
    whenNotLive: true,
    reply: data(BrandShown),
  },
  /** Payers in both modes see it at once, and every owner is notified. */
  save: {
    method: 'POST',
    path: '/merchant/AccountSettings/Brand',
    base: 'mode',
    access: 'view-settings',
    body: BrandForm,
    reply: done,
  },
  /** Stores a picture for a brand that is saved later. */
  uploadCover: {
    method: 'POST',
    path: '/merchant/AccountSettings/BrandCover',
    base: 'mode',
    access: 'view-settings',
    consumes: 'multipart',
    reply: data(z.object({ path: z.string() })),
  },
  /** Returns a preview of the payer's page as an HTML document. Writes nothing. */
  preview: {
    method: 'POST',
    path: '/merchant/AccountSettings/BrandPreview',
    base: 'mode',
    access: 'view-settings',
    body: BrandPreviewForm,
    whileViewing: true,
    reply: data(z.object({ html: z.string() })),
  },
});
