import i18next from 'i18next';
import { useSyncExternalStore } from 'react';

export type Locale = 'en' | 'ar';

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
