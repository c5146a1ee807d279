import {
  STATEMENT_COLUMNS,
  type StatementAccount,
  StatementLayoutForm,
} from '@daftar/contract/ops-bank-statements';
import {
  PROFILE_DATES,
  PROFILE_DELIMITERS,
  PROFILE_ENCODINGS,
  PROFILE_ROUNDINGS,
  SIGN_WORDS,
} from '@daftar/contract/ops-settlement-profiles';
import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { ownAccountOptions } from '../../shared/own-account.ts';
import { setLayout } from '../api.ts';

type Values = z.input<typeof StatementLayoutForm> & Record<string, unknown>;

const valuesOf = ({ layout }: StatementAccount): Values => ({
  encoding: layout?.encoding ?? 'auto',
  delimiter: layout?.delimiter ?? 'auto',
  decimal_mark: layout?.decimal_mark ?? 'point',
  dates: layout?.dates ?? 'dmy',
  columns: Object.fromEntries(
    STATEMENT_COLUMNS.map((name) => [name, layout?.columns[name] ?? '']),
  ) as Values['columns'],
  words: Object.fromEntries(SIGN_WORDS.map((name) => [name, layout?.words?.[name] ?? ''])) as Values['words'],
  rounding: layout?.rounding ?? 'refuse',
});

interface LayoutFormProps {
  accounts: readonly StatementAccount[];
  onDone: () => void;
}

/** Which columns the CSV files of an account's statements have. */
export function LayoutForm({ accounts, onDone }: LayoutFormProps) {
  const { t } = useTranslation('ops-bank-statements');
  const [id, setId] = useState(accounts[0]?.id);
  const account = accounts.find((each) => each.id === id);
  return (
    <Stack gap="md">
      <p>{t('layoutText')}</p>
      <NativeSelect
        label={t('account')}
        value={String(id ?? '')}
        onChange={(event) => setId(Number(event.currentTarget.value))}
        data={ownAccountOptions(accounts)}
      />
      {account && <Fields key={account.id} account={account} onDone={onDone} />}
    </Stack>
  );
}

function Fields({ account, onDone }: { account: StatementAccount; onDone: () => void }) {
  const { t } = useTranslation(['ops-bank-statements', 'ops-reconciliation']);
  const form = useContractForm<Values>(StatementLayoutForm, {
    initialValues: valuesOf(account),
    submit: async (values) => {
      const { message } = await setLayout(account.id, values);
      notify.success(message);
      onDone();
    },
  });
  const column = (name: string) => `columns.${name}` as Extract<keyof Values, string>;
  const word = (name: string) => `words.${name}` as Extract<keyof Values, string>;
  return (
    <Form form={form} label={t('layout')}>
      <Stack gap="md">
        {STATEMENT_COLUMNS.map((name) => (
          <TextInput
            key={name}
            {...form.field(column(name))}
            label={t(`column.${name}`)}
            withAsterisk={name === 'booked_on'}
            dir="auto"
          />
        ))}
        {SIGN_WORDS.map((name) => (
          <TextInput
            key={name}
            {...form.field(word(name))}
            label={t(`ops-reconciliation:word.${name}`)}
            dir="auto"
          />
        ))}
        <NativeSelect
          {...form.field('rounding')}
          label={t('ops-reconciliation:rounding')}
          data={PROFILE_ROUNDINGS.map((value) => ({
            value,
            label: t(`ops-reconciliation:rounding.${value}`),
          }))}
        />
        <NativeSelect
          {...form.field('dates')}
          label={t('ops-reconciliation:dates')}
          data={PROFILE_DATES.map((value) => ({ value, label: t(`ops-reconciliation:dates.${value}`) }))}
        />
        <NativeSelect
          {...form.field('decimal_mark')}
          label={t('ops-reconciliation:decimalMark')}
          data={(['point', 'comma'] as const).map((value) => ({
            value,
            label: t(`ops-reconciliation:decimalMark.${value}`),
          }))}
        />
        <NativeSelect
          {...form.field('delimiter')}
          label={t('ops-reconciliation:delimiter')}
          data={PROFILE_DELIMITERS.map((value) => ({
            value,
            label: t(`ops-reconciliation:delimiter.${value}`),
          }))}
        />
        <NativeSelect
          {...form.field('encoding')}
          label={t('ops-reconciliation:encoding')}
          data={PROFILE_ENCODINGS.map((value) => ({
            value,
            label: t(`ops-reconciliation:encoding.${value}`),
          }))}
        />
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('save')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
