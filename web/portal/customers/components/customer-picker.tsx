import type { CustomerChoice } from '@daftar/contract/customers';
import { Button, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mobile } from '../../../ui/mobile.tsx';
import { openedLater } from '../../../ui/opened-later.tsx';
import { useMay } from '../../shared/permissions.ts';
import { useChoices, useChosen } from '../choices.ts';
import classes from './customer-picker.module.css';
import { ImportCustomersButton } from './import-customers.tsx';

const AddCustomerDrawer = openedLater(() =>
  import('./customer-drawer.tsx').then((part) => part.AddCustomerDrawer),
);

interface CustomerPickerProps {
  /** Ids of customers. */
  value: readonly number[];
  onChange: (ids: number[]) => void;
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  /** The wire's name of the field. */
  name?: string;
  /** The most customers that can be chosen. */
  maximum?: number;
  required?: boolean;
}

/**
 * Chooses customers by name, e-mail or mobile; new ones can be added or imported beside it and are chosen at once.
 * Takes `form.field('customers')`, or a value.
 */
export function CustomerPicker(props: CustomerPickerProps) {
  const { value, onChange, label, description, error, name, maximum = 1000, required = false } = props;
  const { t } = useTranslation('customers');
  const may = useMay();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), 200);
  const [adding, setAdding] = useState(false);
  // The key is painted before the list that it opens.
  const [isListed, setListed] = useState(false);
  const choices = useChoices(keyword);
  const chosen = useChosen(value);
  const known = new Map<number, CustomerChoice>();
  for (const each of [...(choices.data?.data ?? []), ...(chosen.data?.data ?? [])]) known.set(each.id, each);
  const found = new Set(choices.data?.data.map(({ id }) => id));
  const offered = [...found].filter((id) => !value.includes(id)).length;
  const add = (ids: readonly number[]) => onChange([...new Set([...value, ...ids])].slice(0, maximum));

  return (
    <div className={classes.picker}>
      <MultiSelect
        label={label}
        description={description}
        error={error}
        {...(name ? { name } : {})}
        required={required}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        value={value.map(String)}
        onChange={(ids) => onChange(ids.map(Number))}
        maxValues={maximum}
        data={[...known.values()].map((each) => ({ value: String(each.id), label: each.name }))}
        // The server has searched already, in more than the name.
        filter={({ options }) =>
          isListed ? options.filter((option) => 'value' in option && found.has(Number(option.value))) : []
        }
        onDropdownOpen={() => startTransition(() => setListed(true))}
        onDropdownClose={() => setListed(false)}
        renderOption={({ option }) => <Choice customer={known.get(Number(option.value))} />}
        placeholder={value.length === 0 ? t('picker.placeholder') : ''}
        hidePickedOptions
        // With keyboard focus, or when focused by an error, the field itself is scrolled into view first.
        openOnFocus={false}
        clearable
        clearButtonProps={{ 'aria-label': t('picker.clear') }}
        classNames={{
          pill: classes.pill ?? '',
          pillsList: classes.pills ?? '',
          options: classes.options ?? '',
        }}
        // Within the form's landmark; the list itself scrolls.
        comboboxProps={{ shadow: 'md', withinPortal: false }}
        withScrollArea={false}
        // Without options, Enter must not submit the form around the picker.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p role="status" className={classes.nothing}>
        {offered === 0 && typed.trim() !== '' && (
          <span key={typed}>{t(choices.isFetching ? 'picker.loading' : 'picker.nothing')}</span>
        )}
      </p>
      {may('add-customer') && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add.title')}
          </Button>
          <ImportCustomersButton
            quiet
            withExisting
            onImported={(customers) => add(customers.map(({ id }) => id))}
          />
          <AddCustomerDrawer
            opened={adding}
            onClose={() => setAdding(false)}
            onCreated={({ id }) => add([id])}
          />
        </div>
      )}
    </div>
  );
}

function Choice({ customer }: { customer: CustomerChoice | undefined }) {
  if (!customer) return null;
  return (
    <span className={classes.choice}>
      <bdi>{customer.name}</bdi>
      <bdi className={classes.quiet}>
        {customer.email} · <Mobile value={customer.mobile} />
      </bdi>
    </span>
  );
}
