import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from './data-table-parts.tsx';
import { formatNumber } from './format.ts';
import { useLocale } from './locale.ts';
import { MAX_AT_ONCE } from './run-many.ts';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  selection: Selection;
  /** What can be done with the selected rows, as buttons; `isTooMany` if they are more than can be changed at once. */
  children?: (isTooMany: boolean) => ReactNode;
  /** The most rows that can be changed at once. */
  most?: number;
}

/** How many rows of a list are selected, and what can be done with them; nothing while none is. */
export function SelectionBar({ selection, children, most = MAX_AT_ONCE }: SelectionBarProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { selected, onChange } = selection;
  if (selected.size === 0) return null;
  const isTooMany = selected.size > most;
  const number = formatNumber(selected.size, locale);
  return (
    <fieldset className={classes.bar} aria-label={t('selection.label')}>
      <span className={classes.count} role="status">
        {t('selection.count', { count: selected.size, number })}
      </span>
      {children?.(isTooMany)}
      <Button variant="subtle" size="xs" onClick={() => onChange(new Set())}>
        {t('selection.clear')}
      </Button>
      {children && isTooMany && (
        <p className={classes.note}>{t('selection.tooMany', { number: formatNumber(most, locale) })}</p>
      )}
    </fieldset>
  );
}
