import i18next from 'i18next';
import { useSyncExternalStore } from 'react';

export type Locale = 'en' | 'ar';

/** Reading direction of a language. */
export function directionOf(language: string | undefined): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

const current = (): Locale => (i18next.language === 'ar' ? 'ar' : 'en');

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/**
 * The language of the screens, `en` or `ar`. Every amount and date uses this, so it is far cheaper than
 * `useTranslation`.
 */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, current, current);
}
