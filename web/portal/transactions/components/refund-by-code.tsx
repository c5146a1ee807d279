import { type AmanReply, REFUND_RESEND_SECONDS } from '@daftar/contract/refunds';
import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { formatMobile } from '../../../ui/mobile.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { accountError, clockOf, otpError, refundAmountError, twoDecimals } from '../../shared/money-out.ts';
import classes from '../../shared/money-panel.module.css';
import { useFirstField } from '../../shared/money-panel.tsx';
import { isYes, useCheckNumber, useRefundByCode, useSendCode } from '../api.ts';
import { useCountdown } from './countdown.ts';
import { RefundWaits } from './refund-waits.tsx';
import { tellRefusal } from './refusal.ts';

/** The rules of these two steps are the screen's own (`money-out.ts`): each field has one sentence. */
const noSchema = z.looseObject({});

interface RefundByCodeProps {
  reference: string;
  /** The number the payment was made with, as stored, if known. */
  account: string | undefined;
  /** Pounds that can be refunded without a second approval; no limit if undefined. */
  unapprovedLimit: number | undefined;
  onDone: () => void;
}

interface Checked {
  min: number;
  max: number;
}

/** The AmanCard refund in two steps: check the number, which receives a code, then refund an amount with the code. */
export function RefundByCode({ reference, account, unapprovedLimit, onDone }: RefundByCodeProps) {
  const [number, setNumber] = useState(formatMobile(account ?? ''));
  const [checked, setChecked] = useState<Checked | null>(null);
  if (!checked) {
    const next = (typed: string, { MinAmount, MaxAmount }: AmanReply) => {
      setNumber(typed);
      setChecked({ min: MinAmount ?? 0, max: MaxAmount ?? 0 });
    };
    return <NumberStep reference={reference} number={number} onChecked={next} />;
  }
  return (
    <CodeStep
      reference={reference}
      number={number}
      range={checked}
      unapprovedLimit={unapprovedLimit}
      onBack={() => setChecked(null)}
      onDone={onDone}
    />
  );
}

interface NumberStepProps {
  reference: string;
  number: string;
  onChecked: (number: string, reply: AmanReply) => void;
}

function NumberStep({ reference, number, onChecked }: NumberStepProps) {
  const { t } = useTranslation(['transactions', 'common']);
  const { send } = useCheckNumber();
  const form = useContractForm(noSchema, {
    initialValues: { Mobile: number },
    rules: ({ Mobile }) => ({ Mobile: accountError(Mobile) }),
    submit: async ({ Mobile }) => {
      const body = { Mobile: Mobile.trim(), transactionReference: reference };
      const { data: reply } = await send({ body });
      if (!isYes(reply)) return notify.error(reply.Comment || reply.ResultMessage);
      notify.success(reply.ResultMessage);
      onChecked(Mobile.trim(), reply);
    },
    onError: tellRefusal,
  });
  useFirstField(form.ref);
  return (
    <Form form={form} className={classes.form} label={t('refund.step.number')}>
      <h3 className={classes.step}>{t('refund.step.number')}</h3>
      <TextInput
        {...form.field('Mobile')}
        withAsterisk
        label={t('refund.number')}
        description={t('refund.numberHelp')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        classNames={{ input: classes.ltr ?? '' }}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('refund.check')}</SubmitButton>
        <LeaveButton />
      </div>
    </Form>
  );
}

interface CodeStepProps extends Pick<RefundByCodeProps, 'unapprovedLimit'> {
  reference: string;
  number: string;
  range: Checked;
  onBack: () => void;
  onDone: () => void;
}

function CodeStep({ reference, number, range, unapprovedLimit, onBack, onDone }: CodeStepProps) {
  const { t } = useTranslation(['transactions', 'common']);
  const locale = useLocale();
  const { min, max } = range;
  const { send } = useRefundByCode();
  const form = useContractForm(noSchema, {
    initialValues: { amount: '', OTP: '' },
    rules: ({ amount, OTP }) => ({ amount: refundAmountError(amount, min, max), OTP: otpError(OTP) }),
    submit: async ({ amount, OTP }) => {
      const { data: reply } = await send({
        body: {
          Mobile: number,
          transactionReference: reference,
          OTP: OTP.trim(),
          amount: twoDecimals(amount),
        },
      });
      if (reply.ResultID !== 0) return notify.error(reply.Comment || reply.ResultMessage);
      notify.success(reply.ResultMessage);
      onDone();
    },
    onError: tellRefusal,
  });
  useFirstField(form.ref);
  const money = (pounds: number) => formatMoney(pounds, 'EGP', locale);
  return (
    <Form form={form} className={classes.form} label={t('refund.step.code')}>
      <h3 className={classes.step}>{t('refund.step.code')}</h3>
      <p className={classes.quiet}>
        {t('refund.sentTo')} <bdi dir="ltr">{number}</bdi>
      </p>
      <MoneyInput
        {...form.field('amount')}
        withAsterisk
        label={t('column.amount')}
        description={t('refund.range', { min: money(min), max: money(max) })}
      />
      <TextInput
        {...form.field('OTP')}
        withAsterisk
        label={t('refund.otp')}
        description={t('refund.otpHelp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        classNames={{ input: classes.code ?? '' }}
      />
      <Resend number={number} />
      <RefundWaits unapprovedLimit={unapprovedLimit} />
      <p className={classes.quiet}>{t('refund.final')}</p>
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('refund.submit')}</SubmitButton>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden className="daftar-flip" />}
          onClick={onBack}
        >
          {t('common:back')}
        </Button>
      </div>
    </Form>
  );
}

/** Sends another code, at most every 90 seconds. */
function Resend({ number }: { number: string }) {
  const { t } = useTranslation('transactions');
  const locale = useLocale();
  const { left, restart } = useCountdown(REFUND_RESEND_SECONDS);
  const { send, isPending } = useSendCode();
  const resend = async () => {
    try {
      const { data: reply } = await send({ body: { MobileNumber: number } });
      if (!isYes(reply)) return notify.error(reply.Comment || reply.ResultMessage);
      notify.success(reply.ResultMessage);
      restart();
    } catch (error) {
      if (!tellRefusal(error)) throw error;
    }
  };
  return (
    <Button
      className={classes.resend}
      variant="subtle"
      disabled={left > 0}
      loading={isPending}
      leftSection={<IconMessage size={16} aria-hidden />}
      onClick={() => void resend()}
    >
      {t('refund.resend')}
      {left > 0 && (
        <>
          {'\u00a0'}
          <bdi dir="ltr" className={classes.wait}>
            {clockOf(left, (digit) => formatNumber(digit, locale))}
          </bdi>
        </>
      )}
    </Button>
  );
}
