import { BRAND_FACES, type Brand, type BrandFace, BrandForm } from '@daftar/contract/brand';
import type { Theme } from '@daftar/contract/brand-colours';
import { validate } from '@daftar/contract/validate';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { cspNonce } from '../../../ui/provider.tsx';
import { useBrandPreview } from '../api.ts';
import classes from './brand.module.css';

const PAUSE_MILLISECONDS = 300;
const THEMES: readonly Theme[] = ['light', 'dark'];

/** What customers would see, drawn by the pages' own renderer, at the width of a phone. */
export function BrandPreview({ brand }: { brand: Brand }) {
  const { t } = useTranslation('account');
  const [face, setFace] = useState<BrandFace>('pay');
  const [locale, setLocale] = useState(useLocale());
  const [theme, setTheme] = useState<Theme>('light');
  const [paused] = useDebouncedValue(brand, PAUSE_MILLISECONDS);
  // What is half typed shows what was right before.
  const [shown, setShown] = useState(paused);
  if (shown !== paused && validate(BrandForm, paused).ok) setShown(paused);
  const { data, error, refetch, isPlaceholderData } = useBrandPreview({ ...shown, face, locale, theme });
  const html = data?.data.html;
  // The frame obeys the policy of this page, so its style elements need this page's nonce.
  const page = useMemo(() => html?.replaceAll('<style>', `<style nonce="${cspNonce()}">`), [html]);
  return (
    <section className={classes.preview} aria-label={t('look.preview')}>
      <h2 className={classes.previewTitle}>{t('look.preview')}</h2>
      <SegmentedControl
        aria-label={t('look.shows')}
        className={classes.faces ?? ''}
        size="xs"
        fullWidth
        value={face}
        onChange={(next) => setFace(next as BrandFace)}
        data={BRAND_FACES.map((value) => ({ value, label: t(`look.face.${value}`) }))}
      />
      <div className={classes.switches}>
        <SegmentedControl
          aria-label={t('look.language')}
          size="xs"
          value={locale}
          onChange={(next) => setLocale(next as 'en' | 'ar')}
          data={[
            { value: 'ar', label: 'العربية' },
            { value: 'en', label: 'English' },
          ]}
        />
        {face === 'mail' ? null : (
          <SegmentedControl
            aria-label={t('look.theme')}
            size="xs"
            value={theme}
            onChange={(next) => setTheme(next as Theme)}
            data={THEMES.map((value) => ({ value, label: t(`look.theme.${value}`) }))}
          />
        )}
      </div>
      {error && !html ? (
        <ErrorBox error={error} onRetry={() => refetch()} />
      ) : (
        <iframe
          className={classes.frame}
          title={t('look.previewOf', { page: t(`look.face.${face}`) })}
          sandbox=""
          srcDoc={page ?? ''}
          aria-busy={isPlaceholderData || page === undefined}
        />
      )}
    </section>
  );
}
