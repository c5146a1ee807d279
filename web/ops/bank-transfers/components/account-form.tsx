import {
  BankAccountOfOursForm,
  TRANSFER_FIELDS,
  TRANSFER_FORMATS,
} from '@daftar/contract/ops-bank-transfer-accounts';
import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { OwnPasswordInput } from '../../shared/own-password-input.tsx';
import { addAccount } from '../api.ts';

const EXAMPLE = 'end_to_end_id = Reference\namount = Amount\nname = Beneficiary\niban = IBAN';

/** Adds an account of ours, in a drawer. */
export function AccountForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['ops-bank-transfers', 'common']);
  const form = useContractForm(BankAccountOfOursForm, {
    initialValues: {
      name: '',
      bank_name: '',
      iban: '',
      bic: '',
      format: 'pain.001',
      columns: '',
      current_password: '',
    },
    submit: async (values) => {
      const { message } = await addAccount(values as Parameters<typeof addAccount>[0]);
      notify.success(message);
      onDone();
    },
  });
  return (
    <Form form={form} label={t('addAccount')}>
      <Stack gap="md">
        <TextInput
          {...form.field('name')}
          data-autofocus
          withAsterisk
          label={t('holder')}
          description={t('holderHelp')}
          dir="auto"
        />
        <TextInput {...form.field('bank_name')} withAsterisk label={t('bank')} dir="auto" />
        <TextInput {...form.field('iban')} withAsterisk label="IBAN" dir="ltr" autoComplete="off" />
        <TextInput
          {...form.field('bic')}
          label="BIC"
          description={t('bicHelp')}
          dir="ltr"
          autoComplete="off"
        />
        <NativeSelect
          {...form.field('format')}
          withAsterisk
          label={t('format')}
          data={TRANSFER_FORMATS.map((each) => ({ value: each, label: t(`format.${each}`) }))}
        />
        {form.values.format === 'csv' && (
          <Textarea
            {...form.field('columns')}
            withAsterisk
            label={t('columns')}
            description={t('columnsHelp', { fields: TRANSFER_FIELDS.join(', ') })}
            placeholder={EXAMPLE}
            rows={6}
            dir="ltr"
          />
        )}
        <OwnPasswordInput {...form.field('current_password')} description={t('ownPasswordHelp')} />
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('addAccount')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
