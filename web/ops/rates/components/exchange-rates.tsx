import { RATE_SCALE } from '@daftar/contract/money';
import { type ExchangeRate, ExchangeRateForm, readRate } from '@daftar/contract/ops-platform';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ApiError } from '../../../ui/errors.ts';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { MomentInput } from '../../../ui/moment-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { WholeList } from '../../../ui/whole-list.tsx';
import { useMay } from '../../shared/operator.ts';
import { addExchangeRate, useExchangeRates } from '../api.ts';
import classes from './rates.module.css';

const KINDS: Readonly<Record<ExchangeRate['state'], StatusKind>> = {
  current: 'success',
  future: 'pending',
  past: 'closed',
};

/** How many are shown before all are asked for: enough for what is in force and a year of months. */
const SHOWN = 12;

/** Pounds per dollar: the current rate, future ones and former ones. */
export function ExchangeRates() {
  const { t } = useTranslation('ops-rates');
  const locale = useLocale();
  const may = useMay();
  const query = useExchangeRates();
  const rates = query.data?.data;
  return (
    <Section title={t('exchange.title')}>
      {may('ops:reference-data') && <AddRate />}
      {query.error && !rates ? (
        <ErrorBox error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <WholeList
          title={t('exchange.title')}
          rows={rates ?? []}
          first={SHOWN}
          textOf={({ rate, effective_from, state }) => [
            formatNumber(rate, locale, 6),
            formatDate(effective_from, locale),
            t(`exchange.${state}`),
          ]}
        >
          {(found) => (
            <ul className={classes.list} aria-label={t('exchange.title')} aria-busy={!rates}>
              {!rates && <Skeleton width="60%" />}
              {found.map((rate) => (
                <li key={`${rate.currency} ${rate.effective_from}`} className={classes.row}>
                  <bdi className={classes.figure}>
                    {t('exchange.figure', { rate: formatNumber(rate.rate, locale, 6) })}
                  </bdi>
                  <span>
                    {t('exchange.from')} <DateText value={rate.effective_from} />
                  </span>
                  <StatusChip kind={KINDS[rate.state]}>{t(`exchange.${rate.state}`)}</StatusChip>
                </li>
              ))}
            </ul>
          )}
        </WholeList>
      )}
    </Section>
  );
}

function AddRate() {
  const { t } = useTranslation('ops-rates');
  const locale = useLocale();
  const form = useContractForm<{ currency: string; rate: string; effective_from: string }>(ExchangeRateForm, {
    initialValues: { currency: 'USD', rate: '', effective_from: '' },
    toInput: ({ effective_from, ...rest }) => ({ ...rest, ...(effective_from ? { effective_from } : {}) }),
    submit: async ({ rate, effective_from }) => {
      const body = {
        currency: 'USD' as const,
        rate,
        ...(effective_from ? { effective_from } : {}),
      };
      const { message } = await send(body);
      notify.success(message);
      form.reset();
    },
  });
  /** A rate far from the current one is sent again once it is confirmed. */
  const send = async (body: { currency: 'USD'; rate: string; effective_from?: string }) => {
    try {
      return await addExchangeRate(body);
    } catch (error) {
      const doubt = error instanceof ApiError && error.status === 422 && error.fieldErrors.rate?.[0];
      if (!doubt || Object.keys(error.fieldErrors).length > 1) throw error;
      const rate = (readRate(body.rate) ?? 0) / RATE_SCALE;
      const agreed = await confirm({
        title: t('exchange.farTitle', { rate: formatNumber(rate, locale, 6) }),
        text: doubt,
        confirm: t('exchange.farConfirm'),
        danger: true,
      });
      if (!agreed) throw error;
      return addExchangeRate({ ...body, confirmed: true });
    }
  };
  return (
    <Form form={form} className={classes.form}>
      <TextInput
        {...form.field('rate')}
        withAsterisk
        label={t('exchange.rate')}
        inputMode="decimal"
        dir="ltr"
      />
      <MomentInput
        label={t('exchange.effective')}
        zone="cairo"
        placeholder={t('exchange.now')}
        value={form.values.effective_from}
        onChange={(value) => form.set('effective_from', value)}
        error={form.errors.effective_from}
      />
      <SubmitButton form={form}>{t('exchange.add')}</SubmitButton>
    </Form>
  );
}
