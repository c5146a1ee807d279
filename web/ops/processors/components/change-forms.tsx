import {
  AskRotationForm,
  ChangeProcessorForm,
  type ProcessorAccount,
  type ProcessorAdapter,
} from '@daftar/contract/ops-processors';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ContractForm, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { changeAccount, rotateSecrets } from '../api.ts';
import { AskForm, MethodField, PriorityField, SecretFields, showCredentialErrors } from './fields.tsx';

interface FormProps {
  account: ProcessorAccount;
  adapter: ProcessorAdapter;
  onDone: () => void;
}

interface Secrets extends Record<string, unknown> {
  credentials: Record<string, string>;
  notification_secret: string;
  reason: string;
}

/** Asks for new secrets; what is left empty stays. */
export function RotateForm({ account, adapter, onDone }: FormProps) {
  const { t } = useTranslation('ops-processors');
  const form: ContractForm<Secrets> = useContractForm<Secrets>(AskRotationForm, {
    initialValues: {
      credentials: Object.fromEntries(adapter.credentials.map(({ name }) => [name, ''])),
      notification_secret: '',
      reason: '',
    },
    submit: async (values) => {
      const { message } = await rotateSecrets(account.id, values);
      notify.success(message);
      onDone();
    },
    onError: (error): boolean => showCredentialErrors(form, error),
  });
  return (
    <AskForm form={form} label={t('rotate')}>
      <p>{t('rotateText')}</p>
      <SecretFields form={form} adapter={adapter} present={account.credentials} />
    </AskForm>
  );
}

/** Asks for another name, other methods or another priority. */
export function ChangeForm({ account, adapter, onDone }: FormProps) {
  const { t } = useTranslation('ops-processors');
  const { name, methods, priority } = account;
  const form = useContractForm(ChangeProcessorForm, {
    initialValues: { name, methods, priority: String(priority), reason: '' },
    submit: async (values) => {
      const { message } = await changeAccount(account.id, values);
      notify.success(message);
      onDone();
    },
  });
  return (
    <AskForm form={form} label={t('change')}>
      <TextInput {...form.field('name')} data-autofocus withAsterisk label={t('name')} dir="auto" />
      <MethodField field={form.field('methods')} codes={adapter.methods} />
      <PriorityField field={form.field('priority')} />
    </AskForm>
  );
}
