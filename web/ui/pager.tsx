import type { Meta } from '@daftar/contract/envelope';
import { COUNT_BOUND, PAGE_SIZES } from '@daftar/contract/paging';
import { Button, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';
import { useLocale } from './locale.ts';
import classes from './pager.module.css';

interface PagerProps {
  /** Name of the table it pages. */
  list: string;
  meta: Meta;
  onPage: (page: number) => void;
  pageSize: number;
  onPageSize: (size: number) => void;
}

/** Shows the range of rows and their total, with page size, previous and next. */
export function Pager({ list, meta, onPage, pageSize, onPageSize }: PagerProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const sizeId = useId();
  const { current_page: page, last_page: last, per_page: size, total } = meta;
  const first = (page - 1) * size + 1;
  const number = (value: number) => formatNumber(value, locale);
  const to = meta.more ? page * size : Math.min(page * size, total);
  const shown = meta.more
    ? t('pager.rangeMore', { from: number(first), to: number(to), bound: number(COUNT_BOUND) })
    : first > total
      ? t('pager.total', { count: total, total: number(total) })
      : t('pager.range', { count: total, from: number(first), to: number(to), total: number(total) });
  const sizes = PAGE_SIZES.includes(pageSize as (typeof PAGE_SIZES)[number])
    ? PAGE_SIZES
    : [...PAGE_SIZES, pageSize];
  return (
    <nav className={classes.pager} aria-label={t('pager.label', { list })}>
      <p className={classes.range}>{shown}</p>
      <div className={classes.size}>
        <label htmlFor={sizeId}>{t('pager.rows')}</label>
        <NativeSelect
          id={sizeId}
          size="xs"
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          data={sizes.map((each) => ({ value: String(each), label: number(each) }))}
        />
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          disabled={page <= 1}
          onClick={() => onPage(Math.min(page - 1, last))}
          leftSection={<IconChevronLeft size={16} aria-hidden className="daftar-flip" />}
        >
          {t('pager.previous')}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
          rightSection={<IconChevronRight size={16} aria-hidden className="daftar-flip" />}
        >
          {t('pager.next')}
        </Button>
      </div>
    </nav>
  );
}
