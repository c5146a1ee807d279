import {
  ChangeProfileForm,
  PROFILE_COLUMNS,
  PROFILE_DATES,
  PROFILE_DELIMITERS,
  PROFILE_ENCODINGS,
  PROFILE_FORMATS,
  PROFILE_ROUNDINGS,
  PROFILE_WORDS,
  ProfileForm,
  type ReconciliationProfile,
  SIGN_WORDS,
} from '@daftar/contract/ops-settlement-profiles';
import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { type ContractForm, Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { addProfile, changeProfile } from '../api.ts';
import classes from '../reconciliation.module.css';

interface Values extends Record<string, unknown> {
  processor_account_id: string;
  name: string;
  format: ReconciliationProfile['format'];
  encoding: ReconciliationProfile['encoding'];
  delimiter: ReconciliationProfile['delimiter'];
  decimal_mark: ReconciliationProfile['decimal_mark'];
  unit: ReconciliationProfile['unit'];
  signs: ReconciliationProfile['signs'];
  dates: ReconciliationProfile['dates'];
  columns: Record<string, string>;
  words: Record<string, string>;
  rounding: ReconciliationProfile['rounding'];
  tolerance: string;
  lag_days: string;
  paid_within_days: string;
  fee_rate: string;
  fee_fixed: string;
  fee_vat: string;
}

const texts = (names: readonly string[], of: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(names.map((name) => [name, of[name] ?? '']));

const WORDS = [...PROFILE_WORDS, ...SIGN_WORDS];

const emptyOf = (accountId: number | undefined): Values => ({
  processor_account_id: String(accountId ?? ''),
  name: '',
  format: 'table',
  encoding: 'auto',
  delimiter: 'auto',
  decimal_mark: 'point',
  unit: 'pounds',
  signs: 'as-written',
  dates: 'dmy',
  columns: texts(PROFILE_COLUMNS),
  words: texts(WORDS),
  rounding: 'refuse',
  tolerance: '',
  lag_days: '2',
  paid_within_days: '3',
  fee_rate: '',
  fee_fixed: '',
  fee_vat: '14',
});

const valuesOf = (profile: ReconciliationProfile): Values => ({
  processor_account_id: String(profile.account.id),
  name: profile.name,
  format: profile.format,
  encoding: profile.encoding,
  delimiter: profile.delimiter,
  decimal_mark: profile.decimal_mark,
  unit: profile.unit,
  signs: profile.signs,
  dates: profile.dates,
  columns: texts(PROFILE_COLUMNS, profile.columns),
  words: texts(WORDS, profile.words),
  rounding: profile.rounding,
  tolerance: String(profile.tolerance),
  lag_days: String(profile.lag_days),
  paid_within_days: String(profile.paid_within_days),
  fee_rate: profile.fee_rate === null ? '' : String(profile.fee_rate),
  fee_fixed: String(profile.fee_fixed),
  fee_vat: String(profile.fee_vat),
});

/** What is left empty of the numbers is left out. */
function toInput({ tolerance, fee_rate, fee_fixed, fee_vat, ...values }: Values) {
  const numbers = Object.entries({ tolerance, fee_rate, fee_fixed, fee_vat });
  return { ...values, ...Object.fromEntries(numbers.filter(([, value]) => value.trim() !== '')) };
}

interface ProfileFieldsProps {
  accounts: readonly { id: number; name: string }[];
  /** Null: a new one. */
  profile: ReconciliationProfile | null;
  onDone: () => void;
}

/** How the files of an account are read and compared, in a drawer. */
export function ProfileFields({ accounts, profile, onDone }: ProfileFieldsProps) {
  const { t } = useTranslation('ops-reconciliation');
  const form = useContractForm<Values>(profile ? ChangeProfileForm : ProfileForm, {
    initialValues: profile ? valuesOf(profile) : emptyOf(accounts[0]?.id),
    toInput,
    submit: async (values) => {
      const input = toInput(values);
      const { message } = profile ? await changeProfile(profile.id, input) : await addProfile(input);
      notify.success(message);
      onDone();
    },
  });
  return (
    <Form form={form} label={t('profile')}>
      <Stack gap="lg">
        {!profile && (
          <NativeSelect
            {...form.field('processor_account_id')}
            data-autofocus
            withAsterisk
            label={t('account')}
            data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <TextInput {...form.field('name')} withAsterisk label={t('profileName')} dir="auto" />
        <FormatFields form={form} />
        <ColumnFields form={form} />
        <WordFields form={form} />
        <CompareFields form={form} />
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('save')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

type Fields = { form: ContractForm<Values> };

function FormatFields({ form }: Fields) {
  const { t } = useTranslation('ops-reconciliation');
  return (
    <Section title={t('format')}>
      <div className={classes.fields}>
        <NativeSelect
          {...form.field('format')}
          label={t('format')}
          data={PROFILE_FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
        />
        <NativeSelect
          {...form.field('encoding')}
          label={t('encoding')}
          data={PROFILE_ENCODINGS.map((value) => ({ value, label: t(`encoding.${value}`) }))}
        />
        {form.values.format === 'table' && (
          <NativeSelect
            {...form.field('delimiter')}
            label={t('delimiter')}
            data={PROFILE_DELIMITERS.map((value) => ({ value, label: t(`delimiter.${value}`) }))}
          />
        )}
        <NativeSelect
          {...form.field('dates')}
          label={t('dates')}
          data={PROFILE_DATES.map((value) => ({ value, label: t(`dates.${value}`) }))}
        />
        <NativeSelect
          {...form.field('decimal_mark')}
          label={t('decimalMark')}
          data={(['point', 'comma'] as const).map((value) => ({ value, label: t(`decimalMark.${value}`) }))}
        />
        <NativeSelect
          {...form.field('unit')}
          label={t('unit')}
          data={(['pounds', 'piastres'] as const).map((value) => ({ value, label: t(`unit.${value}`) }))}
        />
        <NativeSelect
          {...form.field('signs')}
          label={t('signs')}
          data={(['as-written', 'by-kind'] as const).map((value) => ({ value, label: t(`signs.${value}`) }))}
        />
        <NativeSelect
          {...form.field('rounding')}
          label={t('rounding')}
          data={PROFILE_ROUNDINGS.map((value) => ({ value, label: t(`rounding.${value}`) }))}
        />
      </div>
    </Section>
  );
}

/** The name of a nested field. */
const nested = (group: 'columns' | 'words', name: string) =>
  `${group}.${name}` as Extract<keyof Values, string>;

function ColumnFields({ form }: Fields) {
  const { t } = useTranslation('ops-reconciliation');
  return (
    <Section title={t('columns')}>
      <p className={classes.quiet}>{t(form.values.format === 'table' ? 'columnsText' : 'positionsText')}</p>
      <div className={classes.fields}>
        {PROFILE_COLUMNS.map((name) => (
          <TextInput
            key={name}
            {...form.field(nested('columns', name))}
            label={t(`column.${name}`)}
            withAsterisk={name === 'gross'}
            dir="auto"
          />
        ))}
      </div>
    </Section>
  );
}

function WordFields({ form }: Fields) {
  const { t } = useTranslation('ops-reconciliation');
  return (
    <Section title={t('words')}>
      <p className={classes.quiet}>{t('wordsText')}</p>
      <div className={classes.fields}>
        {PROFILE_WORDS.map((name) => (
          <TextInput
            key={name}
            {...form.field(nested('words', name))}
            label={name === 'ignored' ? t('ignored') : t(`lineKind.${name}`)}
            dir="auto"
          />
        ))}
        {SIGN_WORDS.map((name) => (
          <TextInput key={name} {...form.field(nested('words', name))} label={t(`word.${name}`)} dir="auto" />
        ))}
      </div>
    </Section>
  );
}

function CompareFields({ form }: Fields) {
  const { t } = useTranslation('ops-reconciliation');
  const money = (name: 'tolerance' | 'fee_fixed', label: string, help?: string) => (
    <MoneyInput
      label={label}
      {...(help ? { description: help } : {})}
      value={form.values[name]}
      onChange={(value) => form.set(name, value)}
      error={form.errors[name]}
    />
  );
  const line = { inputMode: 'decimal', dir: 'ltr' } as const;
  return (
    <Section title={t('comparing')}>
      <div className={classes.fields}>
        <TextInput
          {...form.field('lag_days')}
          {...line}
          withAsterisk
          label={t('lagDays')}
          description={t('lagHelp')}
        />
        <TextInput
          {...form.field('paid_within_days')}
          {...line}
          withAsterisk
          label={t('paidWithin')}
          description={t('lagHelp')}
        />
        {money('tolerance', t('tolerance'), t('toleranceHelp'))}
        <TextInput
          {...form.field('fee_rate')}
          {...line}
          label={t('feeRate')}
          description={t('feeRateHelp')}
        />
        {money('fee_fixed', t('feeFixed'))}
        <TextInput {...form.field('fee_vat')} {...line} label={t('feeVat')} />
      </div>
    </Section>
  );
}
