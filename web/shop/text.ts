import type { StoreLocale } from '@daftar/contract/storefront';
import ar from '../locales/ar/shop.json' with { type: 'json' };
import en from '../locales/en/shop.json' with { type: 'json' };
import { type Words, wordsOf } from '../pages/text.ts';

export type { Words } from '../pages/text.ts';

const all: Record<StoreLocale, Words> = { ar: wordsOf('ar', ar), en: wordsOf('en', en) };

/** The words of the storefront in a language. */
export function wordsIn(locale: StoreLocale): Words {
  return all[locale];
}
