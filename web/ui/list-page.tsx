import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import {
  type ReactElement,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChips, type FilterField, FilterForm, namesOf } from './filters.tsx';
import { formatNumber } from './format.ts';
import classes from './list-page.module.css';
import type { ListSearch } from './list-search.ts';
import { ViewSlot } from './list-view.ts';
import { useLocale } from './locale.ts';
import { PageHeader } from './page-header.tsx';
import { StatusTabs, type TabCount } from './status-tabs.tsx';
import { usePhone } from './use-phone.ts';

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
  /** Of a list whose rows need the room of the field on a phone: there its filters have it. */
  findOnPhone?: boolean;
  filters?: readonly FilterField[];
  /** Name of the filter whose options are tabs, and how many rows have each. */
  tabs?: string;
  counts?: readonly TabCount[] | undefined;
  /** Views of the list by name; null only of a list that has nothing to keep: neither filters nor another order. */
  views: ReactElement | null;
  /** The table. */
  children: ReactNode;
}

/** What is above a table: a search field, buttons, and tools at the end. */
export function ListBar({
  find,
  children,
  tools,
  slot,
}: {
  find?: ReactNode;
  children?: ReactNode;
  tools?: ReactNode;
  /** The element in which the table puts the tools of its own. */
  slot?: HTMLElement;
}) {
  return (
    <div className={classes.bar}>
      {find && <div className={classes.find}>{find}</div>}
      {children}
      {slot && <Slot element={slot} />}
      {tools && <div className={classes.tools}>{tools}</div>}
    </div>
  );
}

/**
 * The place of the table's own tools. Its element is made before it is drawn: with one that React makes, the tools would be
 * drawn after everything else, and hold up the first screen for as long again.
 */
function Slot({ element }: { element: HTMLElement }) {
  const place = useCallback((host: HTMLElement | null) => host?.append(element), [element]);
  return <div ref={place} className={classes.slot} />;
}

function makeSlot(): HTMLElement {
  const element = document.createElement('div');
  element.className = classes.slot ?? '';
  return element;
}

/** A table with what is above it: tabs, search field, its filters behind a button, and what they are set to. */
export function ListControls({
  tools,
  search,
  find,
  findOnPhone = true,
  filters = [],
  tabs,
  counts,
  views,
  children,
}: Omit<ListPageProps, 'title' | 'action' | 'insights' | 'views'> & { views?: ReactElement | null }) {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState(false);
  // The button answers at once; the fields are drawn after it.
  const drawn = useDeferredValue(open);
  const id = useId();
  const isPhone = usePhone();
  const locale = useLocale();
  const [element] = useState(makeSlot);
  const slot = useMemo(() => ({ element, list: search.list }), [element, search.list]);
  const tabbed = filters.find((field) => field.kind === 'select' && field.name === tabs) as
    | Extract<FilterField, { kind: 'select' }>
    | undefined;
  const others = filters.filter((field) => field !== tabbed);
  // A range is one filter, though it has two ends.
  const count = others.filter((field) =>
    namesOf(field, search.filters).some((name) => name in search.filters),
  ).length;
  return (
    <>
      {tabbed && <StatusTabs search={search} field={tabbed} counts={counts} />}
      <ListBar find={(findOnPhone || !isPhone) && find} tools={tools} slot={element}>
        {filters.length > 0 && (
          <Button
            variant="default"
            className={classes.filters}
            aria-expanded={open}
            aria-controls={id}
            leftSection={<IconFilter size={16} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            <span className={classes.word}>{t('filters.toggle')}</span>
            {count > 0 && <span className={classes.count}>{formatNumber(count, locale)}</span>}
          </Button>
        )}
        {views}
      </ListBar>
      <div id={id} hidden={!open}>
        {drawn && <FilterForm fields={filters} search={search} />}
      </div>
      <FilterChips fields={others} search={search} />
      <ViewSlot value={slot}>{children}</ViewSlot>
    </>
  );
}

/** The shared layout of every list screen: title and action, cards, search, chips, table. */
export function ListPage({ title, action, insights, ...list }: ListPageProps) {
  return (
    <>
      <PageHeader title={title} actions={action} />
      {insights}
      <ListControls {...list} />
    </>
  );
}
