import { COUNT_BOUND } from '@daftar/contract/paging';
import { useTranslation } from 'react-i18next';
import type { FilterField } from './filters.tsx';
import { formatNumber } from './format.ts';
import type { ListSearch } from './list-search.ts';
import { useLocale } from './locale.ts';
import classes from './status-tabs.module.css';

/** How many rows have a value of the filter; at least so many if there are `more`. */
export interface TabCount {
  status: number | string;
  total: number;
  more: boolean;
}

interface StatusTabsProps {
  search: ListSearch;
  /** The filter whose options are the tabs. */
  field: Extract<FilterField, { kind: 'select' }>;
  /** How many rows have each value, if that is known and no other filter is set. */
  counts?: readonly TabCount[] | undefined;
}

/** The statuses of a list, each a press away, with how many rows have it. They set the same filter as the form. */
export function StatusTabs({ search, field, counts }: StatusTabsProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const current = search.filters[field.name] ?? '';
  const choose = (value: string) => {
    if (value === '') search.removeFilters(field.name);
    else search.setFilters({ ...search.filters, [field.name]: value });
  };
  const numberOf = (value: string) => {
    const count = counts?.find(({ status }) => String(status) === value);
    if (!count) return null;
    return count.more
      ? t('tabs.more', { bound: formatNumber(COUNT_BOUND, locale) })
      : formatNumber(count.total, locale);
  };
  const options = [{ value: '', label: t('tabs.all') }, ...field.options];
  return (
    <fieldset className={classes.tabs}>
      <legend className={classes.legend}>{field.label}</legend>
      <div className={classes.row}>
        {options.map(({ value, label }) => {
          const number = numberOf(value);
          return (
            <button
              key={value}
              type="button"
              className={classes.tab}
              aria-pressed={value === current}
              onClick={() => choose(value)}
            >
              {label}
              {number !== null && <span className={classes.number}>{number}</span>}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
