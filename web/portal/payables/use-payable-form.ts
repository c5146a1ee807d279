import { CURRENCIES, type CurrencyCode } from '@daftar/contract/lookups';
import type { Schema } from '@daftar/contract/schema';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContractForm, useContractForm } from '../../ui/form.tsx';
import { notify } from '../shared/notify.ts';
import { useExchangeRate } from './lookups.ts';
import { type PayableSums, type PayableValues, rulesOf, sumsOf } from './values.ts';

/** What the review modal was answered with. */
type Answer = (agreed: boolean) => void;

const givenUp = () => new DOMException('the review was cancelled', 'AbortError');

interface Options<V extends PayableValues> {
  initialValues: V;
  /** The call's body. */
  payload: (values: V) => unknown;
  /** Sends it; `idempotencyKey` is the same for the same entry. */
  send: (values: V, idempotencyKey: string) => Promise<unknown>;
}

/** A form being filled in, with its sums and its review. */
export interface PayableEntry<V extends PayableValues> {
  form: ContractForm<V>;
  code: CurrencyCode;
  /** EGP per unit of the currency, where it is known. */
  rate: number | undefined;
  sums: PayableSums;
  review: { opened: boolean; saving: boolean; onSave: () => void; onCancel: () => void };
}

/**
 * A form with its review: submitting opens the review; saving there sends the call. A refusal closes the review: a
 * 422 goes under the fields, anything else becomes a toast, and saving the same entry again carries the same key.
 */
export function usePayableForm<V extends PayableValues>(
  schema: Schema,
  options: Options<V>,
): PayableEntry<V> {
  const { t } = useTranslation('payables');
  const [reviewing, setReviewing] = useState(false);
  const [saving, setSaving] = useState(false);
  const answer = useRef<Answer | null>(null);

  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setReviewing(true);
    });

  const save = async (values: V, idempotencyKey: string) => {
    notify.clear();
    const notice = notify.working(t('form.processing'));
    setSaving(true);
    try {
      await options.send(values, idempotencyKey);
    } finally {
      setSaving(false);
      notify.hide(notice);
    }
  };

  const form = useContractForm<V>(schema, {
    initialValues: options.initialValues,
    toInput: options.payload,
    rules: (values) => rulesOf(values, Date.now()),
    submit: async (values, { idempotencyKey }) => {
      const agreed = await ask();
      try {
        if (!agreed) throw givenUp();
        await save(values, idempotencyKey);
      } finally {
        setReviewing(false);
      }
    },
  });

  const code = CURRENCIES.find(({ id }) => id === form.values.currency_id)?.code ?? 'EGP';
  const rate = useExchangeRate(code);
  return {
    form,
    code,
    rate,
    sums: sumsOf(form.values, rate),
    review: {
      opened: reviewing,
      saving,
      onSave: () => answer.current?.(true),
      onCancel: () => answer.current?.(false),
    },
  };
}
