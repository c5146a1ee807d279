import { LANGUAGE } from '@daftar/contract/payables';
import { SegmentedControl } from '@mantine/core';
import { memo, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../pages/text.ts';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type PayerPage from './payer-page.tsx';
import classes from './payer-preview.module.css';
import type { PreviewedPayable } from './payer-view.ts';

/** The payer's page as it will look, in their language or the other. */
export function PayerPreview(props: PreviewedPayable) {
  const { t } = useTranslation('payables');
  const [loaded, setLoaded] = useState<{ Page: typeof PayerPage; words: Words } | null>(null);
  const [asked, setAsked] = useState<'ar' | 'en' | null>(null);
  const own = props.values.language === LANGUAGE.arabic ? 'ar' : 'en';
  const locale = asked ?? own;
  // Until another language has come, the page stays in the one before.
  useEffect(() => {
    let isWanted = true;
    fetchAhead(async () => {
      const { default: Page, fetchWords } = await import('./payer-page.tsx');
      const words = await fetchWords(locale);
      if (isWanted) setLoaded({ Page, words });
    });
    return () => {
      isWanted = false;
    };
  }, [locale]);
  const ask = useCallback((next: 'ar' | 'en') => setAsked(next === own ? null : next), [own]);
  // Typing is not held up by drawing what is typed.
  const drawn = useDeferredValue(props);
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <Head locale={locale} onAsk={ask} />
      <div className={classes.frame}>
        {loaded ? (
          <loaded.Page words={loaded.words} payable={drawn} title={t('preview.title')} />
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
    </section>
  );
}

interface HeadProps {
  locale: 'ar' | 'en';
  onAsk: (locale: 'ar' | 'en') => void;
}

/** The title and the choice of the language, which typing does not render again. */
const Head = memo(function Head({ locale, onAsk }: HeadProps) {
  const { t } = useTranslation('payables');
  return (
    <div className={classes.head}>
      <h3 className={classes.title}>{t('preview.title')}</h3>
      <SegmentedControl
        size="xs"
        aria-label={t('preview.language')}
        value={locale}
        onChange={(next) => onAsk(next as 'ar' | 'en')}
        data={[
          { value: 'ar', label: <span lang="ar">العربية</span> },
          { value: 'en', label: <span lang="en">English</span> },
        ]}
      />
    </div>
  );
});
