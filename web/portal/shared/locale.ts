import i18next, { type BackendModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { directionOf, type Locale } from '../../ui/locale.ts';

export { type Locale, useLocale } from '../../ui/locale.ts';

type Catalogue = Record<string, string>;

/** One chunk per language and area, fetched when a screen first needs it. */
const catalogues = import.meta.glob<Catalogue>('../../locales/*/*.json', { import: 'default' });
const shared: Record<string, () => Promise<{ default: Catalogue }>> = {
  en: () => import('@daftar/contract/messages/en.json'),
  ar: () => import('@daftar/contract/messages/ar.json'),
};

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, done: ReadCallback) {
    const load =
      namespace === 'messages'
        ? () => shared[language]?.().then((module) => module.default)
        : catalogues[`../../locales/${language}/${namespace}.json`];
    Promise.resolve(load?.() ?? Promise.reject(new Error(`no catalogue ${language}/${namespace}`))).then(
      (catalogue) => done(null, catalogue ?? {}),
      (error: Error) => done(error, null),
    );
  },
};

/** The language that the page has: `index.html` chose it before anything was drawn. */
export function pageLocale(): Locale {
  return document.documentElement.lang === 'ar' ? 'ar' : 'en';
}

function applyToDocument(locale: Locale): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
}

/** Starts the catalogues in the page's language, with what every screen needs. */
export async function startLocale(): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: pageLocale(),
      supportedLngs: ['en', 'ar'],
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      keySeparator: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  i18next.on('languageChanged', (language) => applyToDocument(language === 'ar' ? 'ar' : 'en'));
}

/** Loads the catalogues of a screen before it is shown. */
export function loadCatalogues(...namespaces: string[]): Promise<void> {
  return i18next.loadNamespaces(namespaces);
}

/** Changes the language of everything: direction, `lang`, the saved value and what calls ask for. */
export async function setLocale(locale: Locale): Promise<void> {
  try {
    localStorage.setItem('locale', locale);
  } catch {
    // Without storage the language still changes for this visit.
  }
  await i18next.changeLanguage(locale);
}
