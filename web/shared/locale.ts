import i18next, { type BackendModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { directionOf, type Locale } from '../ui/locale.ts';
import { interpolation, ownDigits } from '../ui/own-digits.ts';

export { type Locale, useLocale } from '../ui/locale.ts';

type Catalogue = Record<string, string>;

/** Catalogues by language and area, each loaded when first needed. */
const catalogues = import.meta.glob<Catalogue>('../locales/*/*.json', { import: 'default' });
const shared: Record<string, () => Promise<{ default: Catalogue }>> = {
  en: () => import('@daftar/contract/messages/en.json'),
  ar: () => import('@daftar/contract/messages/ar.json'),
};

/** Reads a catalogue in either language, whichever the screens are in. */
export async function readCatalogue(locale: Locale, namespace: string): Promise<Catalogue> {
  const load = catalogues[`../locales/${locale}/${namespace}.json`];
  if (!load) throw new Error(`no catalogue ${locale}/${namespace}`);
  return load();
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, done: ReadCallback) {
    const loaded =
      namespace === 'messages'
        ? shared[language]?.().then((module) => module.default)
        : readCatalogue(language === 'ar' ? 'ar' : 'en', namespace);
    Promise.resolve(loaded).then(
      (catalogue) => done(null, catalogue ?? {}),
      (error: Error) => done(error, null),
    );
  },
};

/** Returns the page's language, which the server wrote into `<html lang>`. */
export function pageLocale(): Locale {
  return document.documentElement.lang === 'ar' ? 'ar' : 'en';
}

function applyToDocument(locale: Locale): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
}

/** Initialises i18next in the page's language with the catalogues every screen needs. */
export async function startLocale(): Promise<void> {
  await i18next
    .use(backend)
    .use(ownDigits)
    .use(initReactI18next)
    .init({
      lng: pageLocale(),
      supportedLngs: ['en', 'ar'],
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      keySeparator: false,
      interpolation,
      react: { useSuspense: false },
    });
  i18next.on('languageChanged', (language) => applyToDocument(language === 'ar' ? 'ar' : 'en'));
}

/** Loads a screen's catalogues before it is rendered. */
export function loadCatalogues(...namespaces: string[]): Promise<void> {
  return i18next.loadNamespaces(namespaces);
}

/** Changes the language: texts, direction, `lang`, the stored choice and the language of calls. */
export async function setLocale(locale: Locale): Promise<void> {
  try {
    localStorage.setItem('locale', locale);
  } catch {
    // Without storage the language still changes for this visit.
  }
  await i18next.changeLanguage(locale);
}
