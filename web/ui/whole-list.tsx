import { searchKey } from '@daftar/contract/search-key';
import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcement } from './announcement.tsx';
import { EmptyState } from './empty-state.tsx';
import { formatNumber } from './format.ts';
import { ListBar } from './list-page.tsx';
import { useLocale } from './locale.ts';
import { TableSearch } from './table-search.tsx';

/** From so many rows on there is something to search. */
const SEARCHED_FROM = 10;

interface WholeListProps<Row> {
  /** What is listed: "Search: Roles". */
  title: string;
  rows: readonly Row[];
  /** What a row is found by, as the screen shows it. */
  textOf: (row: Row) => readonly (string | null | undefined)[];
  /** How many are shown before all are asked for; all of them without. */
  first?: number;
  /** Draws the rows; never called with none, unless the list has none. */
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * A list that is loaded as a whole, not by pages: a search field above it once it is long, and the rows that have every word
 * that is typed, however its letters and digits are written.
 */
export function WholeList<Row>({ title, rows, textOf, first, children }: WholeListProps<Row>) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const words = searchKey(typed).split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const key = searchKey(textOf(row).join('\n'));
    return words.every((word) => key.includes(word));
  });
  const isSearched = words.length > 0;
  const shown = first === undefined || isSearched || isOpen ? found : found.slice(0, first);
  const count = { count: found.length, total: formatNumber(found.length, locale) };
  return (
    <>
      {(isSearched || rows.length >= SEARCHED_FROM) && (
        <ListBar
          find={
            <TableSearch
              live
              label={`${t('filters.search')}: ${title}`}
              placeholder={t('filters.search')}
              onSearch={setTyped}
            />
          }
        />
      )}
      <Announcement
        text={isSearched ? t(found.length === 0 ? 'table.noMatch' : 'pager.total', count) : ''}
        about={words.join(' ')}
      />
      {isSearched && found.length === 0 ? (
        <EmptyState icon={IconSearchOff} title={t('table.noMatch')} text={t('table.noMatchWords')} />
      ) : (
        children(shown)
      )}
      {shown.length < found.length && (
        <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
          {t('table.showAll')}
        </Button>
      )}
    </>
  );
}
