import type { CheckoutLocale } from '@daftar/contract/checkout';
import ar from '../locales/ar/pay.json' with { type: 'json' };
import en from '../locales/en/pay.json' with { type: 'json' };
import { type Words, wordsOf } from '../pages/text.ts';

const all: Record<CheckoutLocale, Words> = { ar: wordsOf('ar', ar), en: wordsOf('en', en) };

/** The words of the payment page in a language. */
export function wordsIn(locale: CheckoutLocale): Words {
  return all[locale];
}
