import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import {
  CONDITION_FACTS,
  conditionNeeds,
  RISK_CONDITIONS,
  RISK_MODES,
  RISK_OTHERWISE,
  RISK_OUTCOMES,
  RISK_WINDOWS,
  type RiskRule,
  RiskRuleForm,
} from '@daftar/contract/ops-risk';
import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { addRule, changeRule } from '../api.ts';

interface Values extends Record<string, unknown> {
  name: string;
  mode: string;
  merchant_id: string;
  payment_method_id: string;
  condition: RiskRule['condition'];
  by: string;
  times: string;
  amount: string;
  window_minutes: string;
  outcome: RiskRule['outcome'];
  otherwise: string;
}

const valuesOf = (rule: RiskRule | null): Values => ({
  name: rule?.name ?? '',
  mode: rule?.mode ?? 'live',
  merchant_id: String(rule?.merchant?.id ?? ''),
  payment_method_id: String(rule?.payment_method?.id ?? ''),
  condition: rule?.condition ?? 'count',
  by: rule?.by ?? 'mobile',
  times: String(rule?.times ?? ''),
  amount: rule?.amount == null ? '' : rule.amount.toFixed(2),
  window_minutes: String(rule?.window_minutes ?? 60),
  outcome: rule?.outcome ?? 'review',
  otherwise: rule?.otherwise ?? 'review',
});

/** What is filled in and needed; the contract says what is missing. */
function toInput(values: Values): z.input<typeof RiskRuleForm> {
  const need = conditionNeeds(values.condition);
  const { by, times, amount, window_minutes, otherwise, ...others } = values;
  const given = {
    ...others,
    ...(need.by ? { by } : {}),
    ...(need.times ? { times } : {}),
    ...(need.amount ? { amount } : {}),
    ...(need.window ? { window_minutes } : {}),
    ...(values.outcome === 'challenge' ? { otherwise } : {}),
  };
  const isFilled = ([name, value]: [string, unknown]) => name === 'name' || value !== '';
  return Object.fromEntries(Object.entries(given).filter(isFilled)) as z.input<typeof RiskRuleForm>;
}

/** Adds or changes a rule, in a drawer. */
export function RuleForm({ rule, onDone }: { rule: RiskRule | null; onDone: (id?: number) => void }) {
  const { t } = useTranslation(['ops-risk', 'ops', 'messages']);
  const form = useContractForm<Values>(RiskRuleForm, {
    initialValues: valuesOf(rule),
    toInput,
    submit: async (values) => {
      const input = toInput(values);
      if (rule) {
        const { message } = await changeRule(rule.id, input);
        notify.success(message);
        return onDone();
      }
      const { message, data } = await addRule(input);
      notify.success(message);
      onDone(data.id);
    },
  });
  const { condition, outcome } = form.values;
  const need = conditionNeeds(condition);
  const facts = CONDITION_FACTS[condition];
  const choose = (next: RiskRule['condition']) => {
    const allowed = CONDITION_FACTS[next];
    const by = allowed.some((each) => each === form.values.by) ? form.values.by : (allowed[0] ?? '');
    form.setAll({ ...form.values, condition: next, by });
  };
  return (
    <Form form={form}>
      <Stack gap="md">
        <TextInput {...form.field('name')} data-autofocus withAsterisk label={t('name')} dir="auto" />
        <NativeSelect
          {...form.field('mode')}
          withAsterisk
          label={t('ops:filter.mode')}
          data={RISK_MODES.map((value) => ({ value, label: t(`ops:mode.${value}`) }))}
        />
        <TextInput
          {...form.field('merchant_id')}
          label={t('ops:filter.merchantId')}
          description={t('merchantHelp')}
          inputMode="numeric"
          dir="ltr"
        />
        <NativeSelect
          {...form.field('payment_method_id')}
          label={t('method')}
          data={[
            { value: '', label: t('allMethods') },
            ...PAYMENT_METHODS.map(({ id, code }) => ({
              value: String(id),
              label: t(`messages:paymentMethod.${code}`),
            })),
          ]}
        />
        <NativeSelect
          {...form.field('condition')}
          withAsterisk
          label={t('asks')}
          description={t(`conditionHelp.${condition}`)}
          data={RISK_CONDITIONS.map((value) => ({ value, label: t(`condition.${value}`) }))}
          onChange={(event) => choose(event.currentTarget.value as RiskRule['condition'])}
        />
        {need.by && (
          <NativeSelect
            {...form.field('by')}
            withAsterisk
            label={t('same')}
            data={facts.map((value) => ({ value, label: t(`by.${value}`) }))}
          />
        )}
        {need.times && (
          <TextInput
            {...form.field('times')}
            withAsterisk
            label={t(condition === 'count' ? 'moreThan' : 'inARow')}
            inputMode="numeric"
            dir="ltr"
          />
        )}
        {need.amount && (
          <MoneyInput
            label={t('moreThan')}
            withAsterisk
            value={form.values.amount}
            onChange={(value) => form.set('amount', value)}
            error={form.errors.amount}
          />
        )}
        {need.window && (
          <NativeSelect
            {...form.field('window_minutes')}
            withAsterisk
            label={t('within')}
            data={RISK_WINDOWS.map((value) => ({ value: String(value), label: t(`window.${value}`) }))}
          />
        )}
        <NativeSelect
          {...form.field('outcome')}
          withAsterisk
          label={t('then')}
          description={t(`outcomeHelp.${outcome}`)}
          data={RISK_OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
        />
        {outcome === 'challenge' && (
          <NativeSelect
            {...form.field('otherwise')}
            withAsterisk
            label={t('otherwise')}
            description={t('otherwiseHelp')}
            data={RISK_OTHERWISE.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          />
        )}
        <Group justify="flex-end">
          <LeaveButton />
          <SubmitButton form={form}>{t('save')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
