import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSearch } from './list-search.ts';
import classes from './table-search.module.css';

interface TableSearchProps {
  /** Label, such as "Search by reference". */
  label: string;
  /** What it contains at first. */
  initial?: string;
  /** What can be typed, if the label does not say. */
  placeholder?: string;
  /** Called on Enter, on Search and when cleared; with `live` at every key. */
  onSearch: (text: string) => void;
  maximum?: number;
  /** The button is in the field: where there is a form with a button of the same name. */
  inField?: boolean;
  /** For rows that are loaded already: without a button. */
  live?: boolean;
}

/** A search field above a table inside a screen. */
export function TableSearch({
  label,
  initial = '',
  placeholder = label,
  onSearch,
  maximum = 255,
  inField = false,
  live = false,
}: TableSearchProps) {
  const { t } = useTranslation('common');
  const [typed, setTyped] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  const change = (value: string) => {
    setTyped(value);
    if (live || value === '') onSearch(value.trim());
  };
  return (
    <search aria-label={label}>
      <form className={classes.search} onSubmit={submit}>
        <TextInput
          className={classes.field}
          type="search"
          aria-label={label}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          leftSection={inField ? undefined : <IconSearch size={16} aria-hidden />}
          rightSection={
            inField && (
              <ActionIcon type="submit" variant="subtle" color="gray" size={28} aria-label={label}>
                <IconSearch size={16} aria-hidden />
              </ActionIcon>
            )
          }
          maxLength={maximum}
        />
        {!inField && !live && (
          <Button className={classes.button} type="submit" variant="default">
            {t('filters.search')}
          </Button>
        )}
      </form>
    </search>
  );
}

interface ListFindProps {
  search: ListSearch;
  /** The contract's name of the filter that finds most. */
  name: string;
  /** What it finds: "Search by reference". */
  label: string;
  placeholder?: string;
}

/** The one search field in the row above a list: sets one of its filters, and keeps the others. */
export function ListFind({ search, name, label, placeholder }: ListFindProps) {
  const { [name]: text = '' } = search.filters;
  const seek = (typed: string) => {
    if (typed === text) return;
    if (typed === '') search.removeFilters(name);
    else search.setFilters({ ...search.filters, [name]: typed });
  };
  return (
    <TableSearch
      // Cleared elsewhere, by a chip or by going back, it starts again with what is sought then.
      key={text}
      label={label}
      {...(placeholder ? { placeholder } : {})}
      initial={text}
      onSearch={seek}
      inField
    />
  );
}
