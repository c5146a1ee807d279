import i18next, { type FormatterModule } from 'i18next';
import { useSyncExternalStore } from 'react';
import { formatNumber } from './format.ts';

export type Locale = 'en' | 'ar';

/** Every value of a text is passed to {@link ownDigits}. */
export const interpolation = { escapeValue: false, alwaysFormat: true };

/** Writes the numbers of texts in the digits of their language, so that no screen can forget it; references stay. */
export const ownDigits: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language) =>
    typeof value === 'number' ? formatNumber(value, language === 'ar' ? 'ar' : 'en') : value,
};

/** Returns the reading direction of a language. */
export function directionOf(language: string | undefined): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

const current = (): Locale => (i18next.language === 'ar' ? 'ar' : 'en');

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/**
 * Returns the language of the screens, `en` or `ar`; far cheaper than `useTranslation`, as every amount and date needs
 * it.
 */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, current, current);
}
