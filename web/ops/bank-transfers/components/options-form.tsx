import {
  ADDRESS_FORMS,
  ANSWER_MEANINGS,
  type BankAccountOfOurs,
  BankAccountOptionsForm,
  CHARGE_BEARERS,
  PAIN_MESSAGES,
} from '@daftar/contract/ops-bank-transfer-accounts';
import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { notify } from '../../../ui/notify.tsx';
import { ownAccountLabel } from '../../shared/own-account.ts';
import { OwnPasswordInput } from '../../shared/own-password-input.tsx';
import { setOptions } from '../api.ts';

type Values = z.input<typeof BankAccountOptionsForm> & Record<string, unknown>;

const CODES = ['service_level', 'category_purpose', 'purpose'] as const;

/** What an account's bank wants in files of transfers, and the words of its answers, in a drawer. */
export function OptionsForm({ account, onDone }: { account: BankAccountOfOurs; onDone: () => void }) {
  const { t } = useTranslation(['ops-bank-transfers', 'common']);
  const { words, ...options } = account.options;
  const lines = (list: readonly string[]) => list.join('\n');
  const form = useContractForm<Values>(BankAccountOptionsForm, {
    initialValues: {
      ...options,
      words: {
        paid: lines(words.paid),
        rejected: lines(words.rejected),
        returned: lines(words.returned),
        open: lines(words.open),
      },
      current_password: '',
    },
    submit: async (values) => {
      const { message } = await setOptions(account.id, values);
      notify.success(message);
      onDone();
    },
  });
  const isPain = account.format === 'pain.001';
  const wordsOf = (meaning: string) => `words.${meaning}` as Extract<keyof Values, string>;
  return (
    <Form form={form} label={t('options')}>
      <Stack gap="md">
        <p>{ownAccountLabel(account)}</p>
        {isPain && (
          <>
            <NativeSelect {...form.field('message')} label={t('option.message')} data={[...PAIN_MESSAGES]} />
            <TextInput
              {...form.field('latin_name')}
              label={t('option.latin_name')}
              description={t('option.latinNameHelp')}
              dir="ltr"
            />
            <TextInput
              {...form.field('initiator_id')}
              label={t('option.initiator_id')}
              description="InitgPty/Id"
              dir="ltr"
            />
            <NativeSelect
              {...form.field('charge_bearer')}
              label={t('option.charge_bearer')}
              description="ChrgBr"
              data={CHARGE_BEARERS.map((value) => ({ value, label: value || t('option.none') }))}
            />
            {CODES.map((name) => (
              <TextInput
                key={name}
                {...form.field(name)}
                label={t(`option.${name}`)}
                description={t(`option.${name}.element`)}
                dir="ltr"
              />
            ))}
            <NativeSelect
              {...form.field('address')}
              label={t('option.address')}
              data={ADDRESS_FORMS.map((value) => ({ value, label: t(`option.address.${value}`) }))}
            />
            {form.values.address !== 'none' && (
              <>
                <TextInput {...form.field('street')} label={t('option.street')} dir="ltr" />
                <TextInput {...form.field('town')} withAsterisk label={t('option.town')} dir="ltr" />
                <TextInput
                  {...form.field('country')}
                  withAsterisk
                  label={t('option.country')}
                  placeholder="EG"
                  dir="ltr"
                />
              </>
            )}
          </>
        )}
        <p>{t('option.words')}</p>
        {ANSWER_MEANINGS.map((meaning) => (
          <Textarea
            key={meaning}
            {...form.field(wordsOf(meaning))}
            label={t(`option.words.${meaning}`)}
            rows={2}
            dir="auto"
          />
        ))}
        <OwnPasswordInput {...form.field('current_password')} description={t('ownPasswordHelp')} />
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
