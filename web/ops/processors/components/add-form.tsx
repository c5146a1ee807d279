import { AskAccountForm, PROVIDER_SCOPE, type ProcessorAdapter } from '@daftar/contract/ops-processors';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ContractForm, useContractForm } from '../../../ui/form.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { addAccount } from '../api.ts';
import { AskForm, MethodField, PriorityField, SecretFields, showCredentialErrors } from './fields.tsx';
import { useNames } from './words.tsx';

interface Values extends Record<string, unknown> {
  adapter: string;
  mode: 'live' | 'test';
  scope: string;
  name: string;
  methods: string[];
  base_url: string;
  credentials: Record<string, string>;
  notification_secret: string;
  priority: string;
  reason: string;
}

/** Asks for a new account, in a drawer. */
export function AddForm({ adapters, onDone }: { adapters: readonly ProcessorAdapter[]; onDone: () => void }) {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const names = useNames();
  const locale = useLocale();
  const of = (name: string) => adapters.find((each) => each.name === name) ?? adapters[0]!;
  const emptyOf = (adapter: ProcessorAdapter) => ({
    adapter: adapter.name,
    methods: [...adapter.methods],
    credentials: Object.fromEntries(adapter.credentials.map(({ name }) => [name, ''])),
  });
  const toInput = (values: Values) => ({
    ...values,
    currencies: of(values.adapter).currencies as ['EGP'],
  });
  const form: ContractForm<Values> = useContractForm<Values>(AskAccountForm, {
    initialValues: {
      ...emptyOf(of('')),
      mode: 'test',
      scope: PROVIDER_SCOPE,
      name: '',
      base_url: '',
      notification_secret: '',
      priority: '100',
      reason: '',
    },
    toInput,
    submit: async (values) => {
      const { message } = await addAccount(toInput(values));
      notify.success(message);
      onDone();
    },
    onError: (error): boolean => showCredentialErrors(form, error),
  });
  const adapter = of(form.values.adapter);
  const domains = adapter.domains.join(locale === 'ar' ? '، ' : ', ');
  return (
    <AskForm form={form} label={t('add')}>
      <p>{t('addText')}</p>
      <NativeSelect
        {...form.field('adapter')}
        data-autofocus
        withAsterisk
        label={t('processor')}
        data={adapters.map(({ name }) => ({ value: name, label: names.adapter(name) }))}
        onChange={(event) => form.setAll({ ...form.values, ...emptyOf(of(event.currentTarget.value)) })}
      />
      <NativeSelect
        {...form.field('mode')}
        withAsterisk
        label={t('ops:filter.mode')}
        data={(['test', 'live'] as const).map((mode) => ({ value: mode, label: t(`ops:mode.${mode}`) }))}
      />
      <TextInput
        {...form.field('scope')}
        withAsterisk
        label={t('scope')}
        description={t('scopeHelp')}
        dir="ltr"
      />
      <TextInput {...form.field('name')} label={t('name')} description={t('nameHelp')} dir="auto" />
      <MethodField field={form.field('methods')} codes={adapter.methods} />
      <TextInput
        {...form.field('base_url')}
        withAsterisk
        label={t('baseUrl')}
        description={t('baseUrlHelp', { domains })}
        dir="ltr"
      />
      <SecretFields form={form} adapter={adapter} />
      <PriorityField field={form.field('priority')} />
    </AskForm>
  );
}
