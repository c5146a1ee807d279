import { CURRENCIES, type CurrencyCode } from '@daftar/contract/lookups';
import type { Schema } from '@daftar/contract/schema';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead, fetchPart } from '../../ui/fetch-ahead.ts';
import { type ContractForm, useContractForm } from '../../ui/form.tsx';
import { notify } from '../../ui/notify.tsx';
import { useExchangeRate } from './lookups.ts';
import type { ReviewModal } from './review-modal.tsx';
import { CHARGED_BY, type PayableSums, type PayableValues, rulesOf, type SendBy, sumsOf } from './values.ts';

type Review = typeof ReviewModal;
const fetchReview = () => fetchPart(() => import('./review-modal.tsx'));

/** Loads the review while the user types. */
export const prepareReview = () => fetchAhead(fetchReview);

/** How the review ended: canceled, saved, or saved and sent by the chosen channels. */
type Answer = 'cancel' | 'save' | { sendBy: SendBy };

const givenUp = () => new DOMException('the review was cancelled', 'AbortError');

interface Options<V extends PayableValues> {
  initialValues: V;
  /** The call's body. */
  payload: (values: V) => unknown;
  /** Rules of the screen's own. */
  rules?: (values: V) => Record<string, string | undefined>;
  /** Makes the call; `idempotencyKey` is the same for the same entry. */
  send: (values: V, idempotencyKey: string) => Promise<unknown>;
  /** The values after a review that can send: with the chosen channels, or null when only saved. */
  answered?: (values: V, sendBy: SendBy | null) => V;
}

/** A form with its totals and review. */
export interface PayableEntry<V extends PayableValues> {
  form: ContractForm<V>;
  code: CurrencyCode;
  /** EGP per unit of the currency, where it is known. */
  rate: number | undefined;
  sums: PayableSums;
  /** `Modal` exists once it was requested. */
  review: {
    Modal: Review | null;
    opened: boolean;
    saving: boolean;
    onSave: () => void;
    onSend: (by: SendBy) => void;
    onCancel: () => void;
  };
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
  const [Review, setReview] = useState<Review | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const [saving, setSaving] = useState(false);
  const answer = useRef<((answer: Answer) => void) | null>(null);

  const ask = async () => {
    // A failed load is reported like any other failure, and retried at the next attempt.
    const { ReviewModal } = await fetchReview();
    setReview(() => ReviewModal);
    return new Promise<Answer>((resolve) => {
      answer.current = resolve;
      setReviewing(true);
    });
  };

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
    rules: (values) => ({ ...rulesOf(values, Date.now()), ...options.rules?.(values) }),
    submit: async (values, { idempotencyKey }) => {
      const given = await ask();
      try {
        if (given === 'cancel') throw givenUp();
        const sendBy = given === 'save' ? null : given.sendBy;
        await save(options.answered?.(values, sendBy) ?? values, idempotencyKey);
      } finally {
        setReviewing(false);
      }
    },
  });

  const code = CURRENCIES.find(({ id }) => id === form.values.currency_id)?.code ?? 'EGP';
  const rate = useExchangeRate(code);
  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields that the sums come from, and no others.
  const sums = useMemo(() => sumsOf(values, rate), [rate, ...CHARGED_BY.map((name) => values[name])]);
  return {
    form,
    code,
    rate,
    sums,
    review: {
      Modal: Review,
      opened: reviewing,
      saving,
      onSave: () => answer.current?.('save'),
      onSend: (sendBy) => answer.current?.({ sendBy }),
      onCancel: () => answer.current?.('cancel'),
    },
  };
}
