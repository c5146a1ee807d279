/** Parts of the forms of an account. */
import type { ProcessorAdapter } from '@daftar/contract/ops-processors';
import { Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../ui/errors.ts';
import { type ContractForm, Form, SubmitButton } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { SecretInput } from '../../../ui/secret-input.tsx';
import { textOf } from '../../../ui/text-key.ts';
import { useNames } from './words.tsx';

type Values = Record<string, unknown> & {
  credentials: Record<string, string>;
  notification_secret: string;
};

/** Shows a refusal under the fields of credentials too. @returns whether it did */
export function showCredentialErrors<V extends Values>(form: ContractForm<V>, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 422) return false;
  const named = Object.entries(error.fieldErrors).flatMap(([name, [first]]) =>
    first ? [[name, first] as const] : [],
  );
  if (!named.some(([name]) => name.startsWith('credentials.'))) return false;
  form.setErrors(Object.fromEntries(named));
  return true;
}

interface AskFormProps<V extends Record<string, unknown> & { reason: string }> {
  form: ContractForm<V>;
  label: string;
  children: ReactNode;
}

/** A form that asks a second operator for a change. */
export function AskForm<V extends Record<string, unknown> & { reason: string }>({
  form,
  label,
  children,
}: AskFormProps<V>) {
  const { t } = useTranslation(['ops-processors', 'ops']);
  return (
    <Form form={form} label={label}>
      <Stack gap="md">
        {children}
        <Textarea
          {...form.field('reason' as Extract<keyof V, string>)}
          withAsterisk
          label={t('ops:reason')}
          description={t('ops:askApprovalText')}
          rows={2}
          dir="auto"
        />
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('askConfirmation')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

interface SecretFieldsProps<V extends Values> {
  form: ContractForm<V>;
  adapter: ProcessorAdapter;
  /** Of an account that has them: what is left empty stays. */
  present?: Readonly<Record<string, string>>;
}

/** The credentials of an adapter and the notification secret. */
export function SecretFields<V extends Values>({ form, adapter, present }: SecretFieldsProps<V>) {
  const { t } = useTranslation('ops-processors');
  const names = useNames();
  const secret = { dir: 'ltr', autoComplete: 'off', show: t('showSecret') } as const;
  return (
    <Stack gap="md">
      {adapter.credentials.map(({ name, is_secret }) => {
        const field = {
          ...form.field(`credentials.${name}` as Extract<keyof V, string>),
          label: names.credential(name),
        };
        return is_secret ? (
          <SecretInput key={name} {...field} {...secret} />
        ) : (
          <TextInput
            key={name}
            {...field}
            dir="ltr"
            autoComplete="off"
            {...(present?.[name] ? { placeholder: present[name] } : {})}
          />
        );
      })}
      <SecretInput
        {...form.field('notification_secret' as Extract<keyof V, string>)}
        {...secret}
        label={t('notificationSecret')}
        description={t('notificationSecretHelp')}
      />
    </Stack>
  );
}

/** The methods that an account takes, of those that its adapter offers. */
export function MethodField({ field, codes }: { field: object; codes: readonly string[] }) {
  const { t } = useTranslation(['ops-processors', 'messages']);
  return (
    <Checkbox.Group {...field} withAsterisk label={t('methods')}>
      <Stack gap="xs" mt="xs">
        {codes.map((code) => (
          <Checkbox key={code} value={code} label={textOf(t, 'messages:paymentMethod.', code)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Which account is tried first. */
export function PriorityField({ field }: { field: object }) {
  const { t } = useTranslation('ops-processors');
  return (
    <TextInput
      {...field}
      withAsterisk
      label={t('priority')}
      description={t('priorityHelp')}
      inputMode="numeric"
      dir="ltr"
    />
  );
}
