import { parsePounds } from '@daftar/contract/money';
import { RefundForm as RefundSchema } from '@daftar/contract/refunds';
import type { StepUp } from '@daftar/contract/step-up';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ContractForm, Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { stepUpIfAsked } from '../../auth/index.ts';
import { MoreOptions } from '../../payables/more-options.tsx';
import { twoDecimals } from '../../shared/money-out.ts';
import classes from '../../shared/money-panel.module.css';
import { useFirstField } from '../../shared/money-panel.tsx';
import { OwnReference } from '../../shared/own-inputs.tsx';
import { type OwnReferenceValues, referencePayload } from '../../shared/own-values.ts';
import { useRefund } from '../api.ts';
import { RefundWaits } from './refund-waits.tsx';

interface RefundFormProps {
  id: number;
  /** Pounds that can still be refunded. */
  left: number;
  /** Pounds that can be refunded without a second approval; no limit if undefined. */
  unapprovedLimit: number | undefined;
  /** Refund to a bank account, for kiosk payments. */
  toBank: boolean;
  onDone: () => void;
}

/** The refund form: amount, reason, and for a kiosk payment the customer's bank account. */
export function RefundForm({ id, left, unapprovedLimit, toBank, onDone }: RefundFormProps) {
  const { t } = useTranslation(['transactions', 'common']);
  const { send } = useRefund();
  const form = useContractForm(RefundSchema, {
    initialValues: {
      amount: left.toFixed(2),
      reason: '',
      account_name: '',
      bank_name: '',
      iban: '',
      merchant_reference: '',
      merchant_reference_unique: false,
    },
    rules: ({ amount, account_name, bank_name, iban }) => ({
      amount: (parsePounds(amount) ?? 0) > Math.round(left * 100) ? 'AmountExceedsRefundable' : undefined,
      ...(toBank && {
        account_name: account_name.trim() ? undefined : 'Required',
        bank_name: bank_name.trim() ? undefined : 'Required',
        iban: iban.trim() ? undefined : 'Required',
      }),
    }),
    submit: async (values, { idempotencyKey }) => {
      const { account_name, bank_name, iban } = values;
      const amount = twoDecimals(values.amount);
      const body = { amount, reason: values.reason, ...referencePayload(values) };
      const question = { title: t('refund.prove'), text: t('refund.proveText'), submit: t('refund.submit') };
      const refund = (proof: StepUp) =>
        send({
          params: { id },
          body: toBank ? { ...body, account_name, bank_name, iban, ...proof } : body,
          idempotencyKey,
        });
      notify.success((await stepUpIfAsked(question, refund)).message);
      onDone();
    },
  });
  useFirstField(form.ref);
  return (
    <Form form={form} className={classes.form} label={t('refund.title')}>
      <MoneyInput
        {...form.field('amount')}
        withAsterisk
        label={t('column.amount')}
        description={t('refund.amountHelp')}
      />
      <RefundWaits unapprovedLimit={unapprovedLimit} />
      {toBank && (
        <fieldset className={classes.bank}>
          <legend>{t('refund.bank')}</legend>
          <p className={classes.quiet}>{t('refund.bankHelp')}</p>
          <TextInput
            {...form.field('account_name')}
            withAsterisk
            label={t('refund.accountName')}
            autoComplete="off"
            classNames={{ input: classes.plain ?? '' }}
          />
          <TextInput
            {...form.field('bank_name')}
            withAsterisk
            label={t('refund.bankName')}
            autoComplete="off"
            classNames={{ input: classes.plain ?? '' }}
          />
          <TextInput
            {...form.field('iban')}
            withAsterisk
            label={t('refund.iban')}
            autoComplete="off"
            classNames={{ input: classes.ltr ?? '' }}
          />
        </fieldset>
      )}
      <Textarea
        {...form.field('reason')}
        label={t('refund.reason')}
        description={t('refund.reasonHelp')}
        rows={3}
        classNames={{ input: classes.plain ?? '' }}
      />
      <MoreOptions
        text={t('refund.moreText')}
        used={false}
        failed={form.errors.merchant_reference ? String(form.attempt) : ''}
      >
        <OwnReference form={form as unknown as ContractForm<OwnReferenceValues>} />
      </MoreOptions>
      <p className={classes.quiet}>{t('refund.final')}</p>
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('refund.submit')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}
