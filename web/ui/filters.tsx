import { askedKey, askingFor, asksMetadata } from '@daftar/contract/integration-fields';
import { parsePounds, toPounds } from '@daftar/contract/money';
import type { FieldMessages } from '@daftar/contract/validate';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, memo, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput, DayRangeInput } from './day-input-later.ts';
import { FieldError } from './field-error.tsx';
import classes from './filters.module.css';
import { formatAmount, formatDate } from './format.ts';
import { formatDayHour } from './format-hour.ts';
import type { Filters, ListSearch } from './list-search.ts';
import { type Locale, useLocale } from './locale.ts';
import { MoneyInput } from './money-input.tsx';

interface Named {
  label: string;
}
/** A filter field of a list. `name`, `from` and `to` are the contract's filter names. */
export type FilterField =
  | (Named & { kind: 'text'; name: string; ltr?: boolean })
  /** `always`: the list is never without this filter, and this is what it is unless chosen, so nothing is "Any". */
  | (Named & {
      kind: 'select';
      name: string;
      options: readonly { value: string; label: string }[];
      always?: string;
    })
  | (Named & { kind: 'day'; name: string })
  | (Named & { kind: 'days'; from: string; to: string })
  /** One hour that a link asks for: told by its chip, and not typed. */
  | (Named & { kind: 'hour'; name: string })
  /** A text by its key, of what the merchant's own software keeps with rows. */
  | (Named & { kind: 'data' })
  | (Named & { kind: 'amount'; name: string })
  | (Named & { kind: 'amounts'; from: string; to: string });

/** The names of a field's filters, of those that are set or typed. */
export function namesOf(field: FilterField, filters: Filters): string[] {
  if (field.kind === 'data') return Object.keys(filters).filter(asksMetadata);
  return 'name' in field ? [field.name] : [field.from, field.to];
}

/** Key and value as they are typed, before they are one filter. */
const KEY = 'metadata.key';
const VALUE = 'metadata.value';

/** Filters as they are typed: the first key of metadata and its value in fields of their own. */
function typedOf(filters: Filters): Filters {
  const name = Object.keys(filters).find(asksMetadata);
  if (name === undefined) return filters;
  const { [name]: value = '', ...others } = filters;
  return { ...others, [KEY]: askedKey(name) ?? '', [VALUE]: value };
}

/** What is typed as filters, or an error where a key or its value is missing. */
function filtersOf(typed: Filters): { filters: Filters; missing: FieldMessages } {
  const { [KEY]: key, [VALUE]: value, ...others } = typed;
  if (key === undefined && value === undefined) return { filters: others, missing: {} };
  const lacking = key === undefined ? KEY : value === undefined ? VALUE : null;
  if (lacking) return { filters: others, missing: { [lacking]: [{ key: 'Required' }] } };
  return { filters: { ...others, [askingFor(key ?? '')]: value ?? '' }, missing: {} };
}

interface FilterFormProps {
  fields: readonly FilterField[];
  search: ListSearch;
}

/** The filter form of a list; requests nothing until Search or Enter is pressed. */
export function FilterForm({ fields, search }: FilterFormProps) {
  const { t } = useTranslation('common');
  const [draft, setDraft] = useState<Filters>(() => typedOf(search.filters));
  const [errors, setErrors] = useState<FieldMessages>({});
  // Only other filters replace what is being typed: sorting and paging leave it alone.
  const given = JSON.stringify(search.filters);
  useEffect(() => setDraft(typedOf(JSON.parse(given) as Filters)), [given]);

  const set = useCallback((name: string, value: string) => {
    setDraft((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = Object.fromEntries(
      Object.entries(draft).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
    );
    const { filters, missing } = filtersOf(filled);
    const refused = Object.entries(search.check(filters)).map(([name, messages]) => [
      asksMetadata(name) ? KEY : name,
      messages,
    ]);
    const wrong = { ...missing, ...(Object.fromEntries(refused) as FieldMessages) };
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) search.setFilters(filters);
  };
  return (
    <search>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.fields}>
          {fields.map((field) => (
            <FilterInput key={field.label} field={field} draft={draft} set={set} errors={errors} />
          ))}
        </div>
        <div className={classes.buttons}>
          <Button type="submit">{t('filters.search')}</Button>
          <Button
            variant="default"
            onClick={() => {
              setErrors({});
              setDraft({});
              search.clear();
            }}
          >
            {t('filters.clear')}
          </Button>
        </div>
      </form>
    </search>
  );
}

interface FilterInputProps {
  field: FilterField;
  draft: Filters;
  set: (name: string, value: string) => void;
  errors: FieldMessages;
}

/** What a field is typed into. */
const typedNamesOf = (field: FilterField) => (field.kind === 'data' ? [KEY, VALUE] : namesOf(field, {}));

/** Memoised, so that typing into one field does not re-render the others. */
const showsTheSame = (before: FilterInputProps, after: FilterInputProps) =>
  before.field === after.field &&
  before.set === after.set &&
  typedNamesOf(after.field).every(
    (name) => before.draft[name] === after.draft[name] && before.errors[name] === after.errors[name],
  );

const FilterInput = memo(function FilterInput({ field, draft, set, errors }: FilterInputProps): ReactNode {
  const { t } = useTranslation('common');
  const errorOf = (name: string) => {
    const message = errors[name]?.[0];
    return message ? <FieldError message={message} /> : undefined;
  };
  const waiting = <TextInput label={field.label} disabled />;
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          label={field.label}
          dir={field.ltr ? 'auto' : undefined}
          value={draft[field.name] ?? ''}
          onChange={(event) => set(field.name, event.currentTarget.value)}
          error={errorOf(field.name)}
        />
      );
    case 'select':
      return (
        <NativeSelect
          label={field.label}
          data={
            field.always === undefined
              ? [{ value: '', label: t('filters.any') }, ...field.options]
              : [...field.options]
          }
          value={draft[field.name] ?? field.always ?? ''}
          onChange={(event) => set(field.name, event.currentTarget.value)}
          error={errorOf(field.name)}
        />
      );
    case 'day':
      return (
        <Suspense fallback={waiting}>
          <DayInput
            label={field.label}
            value={draft[field.name] ?? ''}
            onChange={(day) => set(field.name, day)}
            error={errorOf(field.name)}
          />
        </Suspense>
      );
    case 'hour':
      return null;
    case 'days':
      return (
        <Suspense fallback={waiting}>
          <DayRangeInput
            label={field.label}
            value={[draft[field.from] ?? '', draft[field.to] ?? '']}
            onChange={([from, to]) => {
              set(field.from, from);
              set(field.to, to);
            }}
            error={errorOf(field.from) ?? errorOf(field.to)}
          />
        </Suspense>
      );
    case 'data': {
      const parts = [
        { name: KEY, word: t('own.key') },
        { name: VALUE, word: t('own.value') },
      ];
      return (
        <fieldset className={classes.range}>
          <legend>{field.label}</legend>
          <div className={classes.pair}>
            {parts.map(({ name, word }) => (
              <TextInput
                key={name}
                aria-label={`${field.label}: ${word}`}
                placeholder={word}
                dir="auto"
                value={draft[name] ?? ''}
                onChange={(event) => set(name, event.currentTarget.value)}
                error={errorOf(name)}
              />
            ))}
          </div>
        </fieldset>
      );
    }
    case 'amount':
      return (
        <MoneyInput
          label={field.label}
          value={draft[field.name] ?? ''}
          onChange={(value) => set(field.name, value)}
          error={errorOf(field.name)}
        />
      );
    case 'amounts': {
      const sides = [
        { name: field.from, word: t('filters.from') },
        { name: field.to, word: t('filters.to') },
      ];
      return (
        <fieldset className={classes.range}>
          <legend>{field.label}</legend>
          <div className={classes.pair}>
            {sides.map(({ name, word }) => (
              <MoneyInput
                key={name}
                aria-label={`${field.label}: ${word}`}
                placeholder={word}
                value={draft[name] ?? ''}
                onChange={(value) => set(name, value)}
                error={errorOf(name)}
              />
            ))}
          </div>
        </fieldset>
      );
    }
  }
}, showsTheSame);

function chipText(field: FilterField, filters: Filters, locale: Locale): string | null {
  const day = (value: string | undefined) => (value ? formatDate(`${value}T12:00:00Z`, locale, 'date') : '…');
  const amount = (value: string | undefined) => {
    const piastres = parsePounds(value);
    return piastres === null ? '…' : formatAmount(toPounds(piastres), locale);
  };
  switch (field.kind) {
    case 'text':
      return filters[field.name] ?? null;
    case 'select':
      return filters[field.name] === undefined
        ? null
        : (field.options.find((option) => option.value === filters[field.name])?.label ?? null);
    case 'day':
      return filters[field.name] ? day(filters[field.name]) : null;
    case 'days': {
      const [from, to] = [filters[field.from], filters[field.to]];
      if (!from && !to) return null;
      return from === to ? day(from) : `${day(from)} – ${day(to)}`;
    }
    case 'hour': {
      const hour = filters[field.name];
      return hour ? formatDayHour(hour, locale) : null;
    }
    case 'data': {
      const said = namesOf(field, filters).map((name) => `${askedKey(name)}: ${filters[name]}`);
      return said.length > 0 ? said.join(' · ') : null;
    }
    case 'amount':
      return filters[field.name] ? amount(filters[field.name]) : null;
    case 'amounts': {
      const [from, to] = [filters[field.from], filters[field.to]];
      return from || to ? `${amount(from)} – ${amount(to)}` : null;
    }
  }
}

/** Chips of the active filters, each removable, and a button that clears all. */
export function FilterChips({ fields, search }: FilterFormProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const chips = fields.flatMap((field) => {
    const text = chipText(field, search.filters, locale);
    return text === null ? [] : [{ field, text }];
  });
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('filters.active')}>
      {chips.map(({ field, text }) => (
        <li key={field.label}>
          <button
            type="button"
            className={classes.chip}
            onClick={() => search.removeFilters(...namesOf(field, search.filters))}
            aria-label={t('filters.remove', { filter: `${field.label}: ${text}` })}
          >
            <span className={classes.chipLabel}>{field.label}</span> <bdi>{text}</bdi>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={search.clear}>
          {t('filters.clear')}
        </button>
      </li>
    </ul>
  );
}
