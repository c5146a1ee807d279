import { type OpsMerchant, RatesForm } from '@daftar/contract/ops-merchants';
import { Button, Group, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useMay } from '../../shared/operator.ts';
import { UnlessWaits } from '../../shared/waiting.tsx';
import { askForRates } from '../api.ts';
import classes from './terms.module.css';

/** The merchant's rate of each method; finance may ask for others. */
export function Rates({ merchant }: { merchant: OpsMerchant }) {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const locale = useLocale();
  const may = useMay();
  const [editing, setEditing] = useState(false);
  return (
    <Section
      title={t('rates.title')}
      actions={
        may('ops:terms') &&
        !editing && (
          <UnlessWaits kind="rates" subject={`merchant:${merchant.id}`} size="compact-sm">
            <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
              {t('ops:edit')}
            </Button>
          </UnlessWaits>
        )
      }
    >
      {editing ? (
        <RatesEditor merchant={merchant} onDone={() => setEditing(false)} />
      ) : (
        <dl className={classes.rates}>
          {merchant.rates.map(({ payment_method, rate, fixed, is_usual }) => (
            <div key={payment_method.id} className={classes.rate}>
              <dt>{payment_method.name}</dt>
              <dd>
                {formatPercent(rate, locale)} + <Money amount={fixed} />
                {is_usual && <span className={classes.note}>{t('rates.usual')}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

interface Values extends Record<string, unknown> {
  own: Record<string, boolean>;
  rate: Record<string, string>;
  fixed: Record<string, string>;
  reason: string;
}

function RatesEditor({ merchant: current, onDone }: { merchant: OpsMerchant; onDone: () => void }) {
  // As it was when editing began, although the page may be refetched meanwhile.
  const [merchant] = useState(current);
  const { t } = useTranslation(['ops-merchants', 'ops', 'common']);
  const of = <T,>(pick: (rate: OpsMerchant['rates'][number]) => T) =>
    Object.fromEntries(merchant.rates.map((rate) => [rate.payment_method.id, pick(rate)]));
  const agreed = (values: Values) => merchant.rates.filter(({ payment_method: { id } }) => values.own[id]);
  const was = merchant.rates
    .filter(({ is_usual }) => !is_usual)
    .map(({ payment_method, rate, fixed }) => ({ payment_method_id: payment_method.id, rate, fixed }));
  const toInput = (values: Values) => ({
    was,
    rates: agreed(values).map(({ payment_method: { id } }) => ({
      payment_method_id: id,
      rate: values.rate[id] ?? '',
      fixed: values.fixed[id] ?? '',
    })),
    reason: values.reason,
  });
  const form = useContractForm<Values>(RatesForm, {
    initialValues: {
      own: of(({ is_usual }) => !is_usual),
      rate: of(({ rate }) => rate.toFixed(2)),
      fixed: of(({ fixed }) => fixed.toFixed(2)),
      reason: '',
    },
    toInput,
    submit: async (values) => {
      const { message } = await askForRates(merchant.id, toInput(values));
      notify.success(message);
      onDone();
    },
  });
  const set = <Value,>(part: string, values: Record<string, Value>, id: number, value: Value) =>
    form.set(part, { ...values, [id]: value });
  return (
    <Form form={form} className={classes.editor}>
      {merchant.rates.map(({ payment_method: { id, name } }) => {
        // Errors are numbered by position in the request.
        const place = agreed(form.values).findIndex((rate) => rate.payment_method.id === id);
        return (
          <fieldset key={id} className={classes.method}>
            <legend>{name}</legend>
            <Switch
              label={t('rates.own')}
              checked={form.values.own[id] ?? false}
              onChange={(event) => set('own', form.values.own, id, event.currentTarget.checked)}
            />
            <MoneyInput
              label={t('rates.rate')}
              unit="%"
              disabled={!form.values.own[id]}
              value={form.values.rate[id] ?? ''}
              onChange={(value) => set('rate', form.values.rate, id, value)}
              error={form.errors[`rates.${place}.rate`]}
            />
            <MoneyInput
              label={t('rates.fixed')}
              disabled={!form.values.own[id]}
              value={form.values.fixed[id] ?? ''}
              onChange={(value) => set('fixed', form.values.fixed, id, value)}
              error={form.errors[`rates.${place}.fixed`]}
            />
          </fieldset>
        );
      })}
      <Textarea
        {...form.field('reason')}
        withAsterisk
        label={t('ops:reason')}
        description={t('ops:askApprovalText')}
        rows={2}
        dir="auto"
      />
      <Group>
        <SubmitButton form={form}>{t('ops:askApproval')}</SubmitButton>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </Group>
    </Form>
  );
}
