import { useTranslation } from 'react-i18next';

export type Locale = 'en' | 'ar';

/** Reading direction of a language. */
export function directionOf(language: string | undefined): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** The language of the screens: `en` or `ar`. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return i18n.language === 'ar' ? 'ar' : 'en';
}
