import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChips, type FilterField, FilterForm, namesOf } from './filters.tsx';
import { formatNumber } from './format.ts';
import classes from './list-page.module.css';
import type { ListSearch } from './list-search.ts';
import { useLocale } from './locale.ts';
import { PageHeader } from './page-header.tsx';

interface ListPageProps {
  title: string;
  /** The main action; secondary ones (export) go to `tools`. */
  action?: ReactNode;
  tools?: ReactNode;
  /** Insight cards, if any. */
  insights?: ReactNode;
  search: ListSearch;
  /** A search field that is always shown, before the filters' button. */
  find?: ReactNode;
  filters?: readonly FilterField[];
  /** The table. */
  children: ReactNode;
}

/** What is above a table: a search field, buttons, and tools at the end. */
export function ListBar({
  find,
  children,
  tools,
}: {
  find?: ReactNode;
  children?: ReactNode;
  tools?: ReactNode;
}) {
  return (
    <div className={classes.bar}>
      {find && <div className={classes.find}>{find}</div>}
      {children}
      {tools && <div className={classes.tools}>{tools}</div>}
    </div>
  );
}

/** The shared layout of every list screen: title and action, cards, search, chips, table. */
export function ListPage({
  title,
  action,
  tools,
  insights,
  search,
  find,
  filters = [],
  children,
}: ListPageProps) {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState(false);
  // The button answers at once; the fields are drawn after it.
  const drawn = useDeferredValue(open);
  const id = useId();
  const locale = useLocale();
  // A range is one filter, though it has two ends.
  const count = filters.filter((field) => namesOf(field).some((name) => name in search.filters)).length;
  return (
    <>
      <PageHeader title={title} actions={action} />
      {insights}
      {(filters.length > 0 || tools || find) && (
        <ListBar find={find} tools={tools}>
          {filters.length > 0 && (
            <Button
              variant="default"
              aria-expanded={open}
              aria-controls={id}
              leftSection={<IconFilter size={16} aria-hidden />}
              onClick={() => setOpen(!open)}
            >
              {t('filters.toggle')}
              {count > 0 && <span className={classes.count}>{formatNumber(count, locale)}</span>}
            </Button>
          )}
        </ListBar>
      )}
      <div id={id} hidden={!open}>
        {drawn && <FilterForm fields={filters} search={search} />}
      </div>
      <FilterChips fields={filters} search={search} />
      {children}
    </>
  );
}
