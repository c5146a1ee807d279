import { type BankAccount, BankAccountFields } from '@daftar/contract/bank-accounts';
import { FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import type { StepUp } from '@daftar/contract/step-up';
import { Radio, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AttachmentField } from '../../../ui/attachment-field.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import { stepUpIfAsked } from '../../auth/index.ts';
import { useAddBankAccount, useUpdateBankAccount } from '../api.ts';
import { type AccountValues, bodyOf, payloadOf, redirects, rulesOf, valuesOf } from '../form-values.ts';
import classes from './parts.module.css';

interface DrawerProps {
  /** Null for a new one. */
  account: BankAccount | null;
  opened: boolean;
  onClose: () => void;
}

/** Adds or changes a bank account, identified by IBAN or SWIFT. */
export function BankAccountDrawer({ account, opened, onClose }: DrawerProps) {
  const { t } = useTranslation(['account', 'common']);
  const locale = useLocale();
  const add = useAddBankAccount();
  const update = useUpdateBankAccount();
  const form = useContractForm<AccountValues>(BankAccountFields, {
    initialValues: valuesOf(account),
    toInput: payloadOf,
    rules: rulesOf,
    submit: async (values, { idempotencyKey }) => {
      const save = async (proof: StepUp): Promise<string> => {
        const body = bodyOf(values, account?.bankAccountId, proof);
        const saved = account ? update.send({ body }) : add.send({ body, idempotencyKey });
        return (await saved).message;
      };
      const question = {
        title: t('bank.proveTitle'),
        text: t(redirects(account, values) ? 'bank.proveText' : 'bank.proveDetails'),
        submit: t('common:save'),
      };
      notify.success(await stepUpIfAsked(question, save));
      onClose();
    },
  });
  const text = { autoComplete: 'off', classNames: { input: classes.plain ?? '' } };
  const code = { autoComplete: 'off', classNames: { input: classes.ltr ?? '' } };
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t(account ? 'bank.editTitle' : 'bank.add')}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...form.field('bankAccountName')}
          withAsterisk
          {...text}
          label={t('bank.holder')}
          data-autofocus
        />
        <TextInput
          {...form.field('latinName')}
          {...code}
          label={t('bank.latinName')}
          description={t('bank.latinNameHelp')}
        />
        <TextInput
          {...form.field('town')}
          {...code}
          label={t('bank.town')}
          description={t('bank.townHelp')}
        />
        <TextInput {...form.field('bankAccountNumber')} withAsterisk {...code} label={t('bank.number')} />
        <TextInput {...form.field('bankName')} withAsterisk {...text} label={t('bank.name')} />
        <TextInput {...form.field('bankBranch')} withAsterisk {...text} label={t('bank.branch')} />
        <Radio.Group
          label={t('bank.way')}
          value={form.values.way}
          onChange={(way) => form.set('way', way === 'swift' ? 'swift' : 'iban')}
        >
          <div className={classes.choices}>
            <Radio value="iban" label={t('bank.iban')} />
            <Radio value="swift" label={t('bank.swift')} />
          </div>
        </Radio.Group>
        {form.values.way === 'iban' ? (
          <TextInput
            {...form.field('iban')}
            withAsterisk
            {...code}
            label={t('bank.iban')}
            description={t('bank.ibanHelp')}
          />
        ) : (
          <TextInput
            {...form.field('swift')}
            withAsterisk
            {...code}
            label={t('bank.swift')}
            description={t('bank.swiftHelp')}
          />
        )}
        <AttachmentField
          value={form.values.optionalDocument}
          onChange={(file) => form.set('optionalDocument', file)}
          error={form.errors.optionalDocument}
          words={{
            label: t('bank.document'),
            description: account?.optionalDocument
              ? t('bank.documentKept')
              : t('bank.documentHelp', { megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale) }),
            choose: t('bank.documentChoose'),
            clear: t('bank.documentClear'),
          }}
        />
        <div className={classes.buttons}>
          <SubmitButton form={form}>{t(account ? 'common:save' : 'bank.submit')}</SubmitButton>
          <LeaveButton />
        </div>
      </Form>
    </SideDrawer>
  );
}
