import { CORRECTABLE_ACCOUNTS, CorrectionForm, type LedgerTransferRow } from '@daftar/contract/ops-ledger';
import { validate } from '@daftar/contract/validate';
import { Group, Input, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AttachmentField } from '../../ui/attachment-field.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { LeaveButton } from '../../ui/leave-button.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { notify } from '../../ui/notify.tsx';
import { askCorrection } from './api.ts';
import classes from './ledger.module.css';

type Account = (typeof CORRECTABLE_ACCOUNTS)[number];
type Side = '' | 'debit' | 'credit';

interface Values extends Record<string, unknown> {
  sides: Record<Account, Side>;
  amounts: Record<Account, string>;
  reason: string;
  corrects: string;
  processor_account_id: string;
  reference: string;
  fee_invoice: string;
  paper: File | null;
}

const each = <T,>(value: T) =>
  Object.fromEntries(CORRECTABLE_ACCOUNTS.map((account) => [account, value])) as Record<Account, T>;

interface Props {
  merchantId: string;
  mode: string;
  /** The transfer that it puts right. */
  of: LedgerTransferRow | null;
  onDone: () => void;
}

/** Asks another operator for a correction: an amount for each account that it moves. */
export function CorrectionDrawer({ merchantId, mode, of, onDone }: Props) {
  const { t } = useTranslation(['ops-ledger', 'ops', 'common']);
  const toInput = ({ sides, amounts, paper: _, ...values }: Values) => ({
    ...values,
    mode,
    lines: CORRECTABLE_ACCOUNTS.filter((account) => sides[account] !== '').map((account) => ({
      account,
      side: sides[account],
      amount: amounts[account],
    })),
  });
  const form = useContractForm<Values>(CorrectionForm, {
    initialValues: {
      sides: each<Side>(''),
      amounts: each(''),
      reason: '',
      corrects: of ? String(of.id) : '',
      processor_account_id: '',
      reference: of?.reference ?? '',
      fee_invoice: '',
      paper: null,
    },
    toInput,
    submit: async (values, { idempotencyKey }) => {
      const { message } = await askCorrection(merchantId, toInput(values), values.paper, idempotencyKey);
      notify.success(message);
      onDone();
    },
  });
  const { sides, amounts } = form.values;
  // The lines are several fields, none of which clears their error.
  const judged = validate(CorrectionForm, toInput(form.values));
  const isWrong = !judged.ok && 'lines' in judged.errors;
  return (
    <Form form={form} label={t('correct')}>
      <Stack gap="md">
        <p>{t('correctText')}</p>
        {CORRECTABLE_ACCOUNTS.map((account) => (
          <fieldset key={account} className={classes.line}>
            <legend>{t(`account.${account}`)}</legend>
            <NativeSelect
              label={t('side')}
              value={sides[account]}
              onChange={(event) =>
                form.set('sides', { ...sides, [account]: event.currentTarget.value as Side })
              }
              data={[
                { value: '', label: t('side.none') },
                { value: 'debit', label: t('side.debit') },
                { value: 'credit', label: t('side.credit') },
              ]}
            />
            <MoneyInput
              label={t('ops:column.amount')}
              disabled={sides[account] === ''}
              value={amounts[account]}
              onChange={(value) => form.set('amounts', { ...amounts, [account]: value })}
            />
          </fieldset>
        ))}
        {form.errors.lines && isWrong && <Input.Error role="alert">{form.errors.lines}</Input.Error>}
        {sides.clearing !== '' && (
          <TextInput
            {...form.field('processor_account_id')}
            label={t('processorAccount')}
            description={t('processorAccountHelp')}
            inputMode="numeric"
            dir="ltr"
          />
        )}
        <TextInput
          {...form.field('reference')}
          withAsterisk
          label={t('ops:column.reference')}
          description={t('referenceHelp')}
          dir="ltr"
        />
        <Textarea
          {...form.field('reason')}
          withAsterisk
          label={t('ops:reason')}
          description={t('reasonHelp')}
          rows={3}
          dir="auto"
        />
        {(sides.fees === 'debit' || sides.vat === 'debit') && (
          <TextInput
            {...form.field('fee_invoice')}
            label={t('feeInvoice')}
            description={t('feeInvoiceHelp')}
            dir="ltr"
          />
        )}
        <AttachmentField
          value={form.values.paper}
          onChange={(file) => form.set('paper', file)}
          error={form.errors.file}
          words={{
            label: t('paper'),
            description: t('paperHelp'),
            choose: t('paperChoose'),
            clear: t('paperClear'),
          }}
        />
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('ops:askApproval')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
