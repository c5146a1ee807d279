import { MERGED_FIELDS, type MergedField, type MergeFormValues } from '@daftar/contract/customer-page';
import type { Customer } from '@daftar/contract/customers';
import { Button, Checkbox, Radio, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useCustomer, useMerge, useSummary } from '../api.ts';
import { useChoices } from '../choices.ts';
import classes from './merge-dialog.module.css';

interface MergeDialogProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Makes another customer this one: which, side by side, and what stays of each. */
export function MergeDialog({ customer, opened, onClose }: MergeDialogProps) {
  const { t } = useTranslation('customers');
  const [otherId, setOtherId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const close = () => {
    setOtherId(null);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      busy={isBusy}
      size="lg"
      title={t('merge.title', { name: customer.name })}
    >
      <div className={classes.steps}>
        <p>{t('merge.text')}</p>
        <Choose except={customer.id} value={otherId} onChange={setOtherId} />
        {otherId !== null && (
          <Compare key={otherId} mine={customer} otherId={otherId} onBusy={setIsBusy} onDone={close} />
        )}
      </div>
    </Dialog>
  );
}

interface ChooseProps {
  except: number;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Finds the other customer by name, e-mail or mobile. */
function Choose({ except, value, onChange }: ChooseProps) {
  const { t } = useTranslation('customers');
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), 200);
  const found = useChoices(value === null ? keyword : '');
  const choices = (found.data?.data ?? []).filter(({ id }) => id !== except);
  const byId = new Map(choices.map((each) => [String(each.id), each]));
  return (
    <Select
      label={t('merge.other')}
      placeholder={t('picker.placeholder')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('picker.clear') }}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has searched already, in more than the name.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const each = byId.get(option.value);
        return (
          <span className={classes.choice}>
            <bdi>{option.label}</bdi>
            <bdi className={classes.quiet} dir="ltr">
              {each?.email} · {each?.mobile}
            </bdi>
          </span>
        );
      }}
      nothingFoundMessage={found.isFetching ? t('picker.loading') : t('picker.nothing')}
      // Below the field, where the dialog keeps room for it: above, its edge would cut off what was found.
      comboboxProps={{ shadow: 'md', withinPortal: false, middlewares: { flip: false } }}
      maxDropdownHeight={220}
      data-autofocus
    />
  );
}

interface CompareProps {
  mine: Customer;
  otherId: string;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
}

function Compare({ otherId, ...props }: CompareProps) {
  const query = useCustomer(otherId);
  if (query.error && !query.data)
    return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height="14rem" />;
  return <Both other={query.data.data} {...props} />;
}

/** What only one of the two has is kept; where they differ, this customer's until another is chosen. */
const firstChoice = (mine: Customer, other: Customer): MergeFormValues['keep'] =>
  Object.fromEntries(
    MERGED_FIELDS.map((field) => [field, mine[field] === '' && other[field] !== '' ? 'other' : 'this']),
  ) as MergeFormValues['keep'];

function Both({ mine, other, onBusy, onDone }: Omit<CompareProps, 'otherId'> & { other: Customer }) {
  const { t } = useTranslation(['customers', 'common']);
  const [keep, setKeep] = useState(() => firstChoice(mine, other));
  const [isSure, setIsSure] = useState(false);
  const merge = useMerge();
  const submit = async () => {
    onBusy(true);
    const body = { other: other.id, keep, confirmed: true as const };
    const reply = await merge.run({ params: { id: mine.id }, body });
    onBusy(false);
    if (reply) onDone();
  };
  const differing = MERGED_FIELDS.filter((field) => mine[field] !== other[field]);
  return (
    <>
      <div className={classes.heads}>
        <Head label={t('merge.stays')} customer={mine} />
        <Head label={t('merge.goes')} customer={other} />
      </div>
      {differing.map((field) => (
        <Field
          key={field}
          field={field}
          mine={mine[field]}
          other={other[field]}
          value={keep[field]}
          onChange={(side) => setKeep({ ...keep, [field]: side })}
        />
      ))}
      <p className={classes.quiet}>{t('merge.rest')}</p>
      <Checkbox
        label={t('merge.sure', { name: other.name })}
        checked={isSure}
        onChange={(event) => setIsSure(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button color="red" disabled={!isSure} loading={merge.isPending} onClick={() => void submit()}>
          {t('merge.confirm')}
        </Button>
        <Button variant="default" disabled={merge.isPending} onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </div>
    </>
  );
}

function Head({ label, customer }: { label: string; customer: Customer }) {
  const { t } = useTranslation('customers');
  const locale = useLocale();
  const sums = useSummary(customer.id).data?.data;
  return (
    <div className={classes.head}>
      <span className={classes.quiet}>{label}</span>
      <strong>
        <bdi>{customer.name}</bdi>
      </strong>
      {sums?.payments != null && (
        <span className={classes.quiet}>
          {t('merge.payments', { count: sums.payments, number: formatNumber(sums.payments, locale) })} ·{' '}
          <Money amount={sums.lifetime_value} currency="EGP" />
        </span>
      )}
    </div>
  );
}

interface FieldProps {
  field: MergedField;
  mine: string;
  other: string;
  value: 'this' | 'other';
  onChange: (side: 'this' | 'other') => void;
}

/** One field of which the two differ. An empty value is none to choose. */
function Field({ field, mine, other, value, onChange }: FieldProps) {
  const { t } = useTranslation('customers');
  const said = (text: string) =>
    text === '' ? <span className={classes.quiet}>{t('details.notGiven')}</span> : <bdi>{text}</bdi>;
  return (
    <Radio.Group
      label={t(`field.${field}`)}
      value={value}
      onChange={(side) => onChange(side === 'other' ? 'other' : 'this')}
    >
      <div className={classes.sides}>
        <Radio value="this" label={said(mine)} disabled={mine === ''} />
        <Radio value="other" label={said(other)} disabled={other === ''} />
      </div>
    </Radio.Group>
  );
}
