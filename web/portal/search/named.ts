import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCatalogues } from '../../shared/locale.ts';
import { useLocale } from '../../ui/locale.ts';
import { anyCatalogue } from '../../ui/text-key.ts';
import type { PageToFind } from './pages.ts';
import { SCREEN_WORDS } from './phrases.ts';

/** Letters of the language that is not shown; a reference is written alike in both. */
const FOREIGN = { en: /[\u0621-\u064a]{2}/, ar: /^(?![a-z]{3}-).*[a-z]{2}/i } as const;

/** The screens by their titles, whose catalogues are loaded at the first search; by those of both languages if typed so. */
export function useNamed(pages: readonly PageToFind[], opened: boolean, typed: string) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const other = locale === 'ar' ? 'en' : 'ar';
  const [loaded, setLoaded] = useState('');
  const [both, setBoth] = useState(false);
  const wanted = [...new Set(pages.flatMap(({ catalogues }) => catalogues))].sort().join(' ');
  const key = `${i18n.language} ${wanted}`;
  useEffect(() => {
    if (!opened || loaded === key) return;
    void loadCatalogues(...wanted.split(' ').filter(Boolean)).then(() => setLoaded(key));
  }, [opened, loaded, key, wanted]);
  const isForeign = loaded === key && !both && FOREIGN[locale].test(typed);
  useEffect(() => {
    if (isForeign) void i18next.loadLanguages(other).then(() => setBoth(true));
  }, [isForeign, other]);
  if (loaded !== key) return [];
  const foreign = anyCatalogue(i18next.getFixedT(other));
  return pages.map((page) => ({
    ...page,
    name: anyCatalogue(t)(page.title),
    words: SCREEN_WORDS[page.title] ?? [],
    ...(both ? { also: foreign(page.title) } : {}),
  }));
}
