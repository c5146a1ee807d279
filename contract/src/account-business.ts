/** Profile of a business and of its store, with their contact data. */
import * as z from 'zod/mini';
import { mobile } from './egypt.ts';
import { email, isWebAddress, optionalParagraphs, optionalText, paragraphs, phone } from './text.ts';

export const BusinessInfo = z.object({
  /** A stored path, for `/merchant/storage/{path}`; empty without a logo. */
  businessLogo: z.string(),
  merchantName: z.string(),
  businessAccountId: z.number(),
  /** `corporate`, `individual`, or empty until the business is verified. */
  businessAccountType: z.string(),
  businessEmail: z.string(),
  businessPhone: z.string(),
  businessAddress: z.string(),
  businessDescription: z.string(),
  /** `Test Mode` or `Live Mode`, depending on the address called. */
  businessAccountMode: z.string(),
});
export type BusinessInfo = z.output<typeof BusinessInfo>;

/** The fields that a merchant may change; name and type stay as verified. */
export const BusinessInfoForm = z.object({
  businessEmail: email(),
  businessPhone: mobile(),
  businessAddress: optionalParagraphs(500),
  businessDescription: optionalParagraphs(1000),
});
export type BusinessInfoFormInput = z.input<typeof BusinessInfoForm>;

export const STORE_SLUG = /^[a-z0-9](?:[a-z0-9-]{1,48}[a-z0-9])$/;

/** A social media page: blank, or a URL. */
const Social = z.pipe(
  optionalText(500),
  z.transform((value: string, ctx): string => {
    if (value === '' || isWebAddress(value)) return value;
    ctx.issues.push({ code: 'custom', message: 'InvalidUrl', input: value });
    return z.NEVER;
  }),
);

export const StoreSettingsForm = z.object({
  /** Shown to shoppers; may be a hotline or a landline. */
  storeContact: phone(),
  storeEmail: email(),
  storeAddress: paragraphs(500),
  facebook: Social,
  instagram: Social,
  twitter: Social,
  linkedin: Social,
  /** The last part of the store's address; absent keeps the current one. */
  storeSlug: z.optional(
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.refine((value: string) => STORE_SLUG.test(value), { error: 'InvalidSlug' }),
    ),
  ),
});
export type StoreSettingsFormValues = z.output<typeof StoreSettingsForm>;

export const StoreSettings = z.object({
  storeName: z.string(),
  storeSlug: z.string(),
  storeContact: z.string(),
  storeEmail: z.string(),
  storeAddress: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  twitter: z.string(),
  linkedin: z.string(),
});
export type StoreSettings = z.output<typeof StoreSettings>;
