import { CURRENCIES } from '@daftar/contract/lookups';
import { PaymentLinkForm } from '@daftar/contract/payment-links';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../ui/form.tsx';
import { useMerchant } from '../../shared/merchant.ts';
import { notify } from '../../shared/notify.ts';
import { useCreatePaymentLink, useExchangeRate } from '../api.ts';
import { EMPTY_FORM, type LinkFormValues, payloadOf, rulesOf, sumsOf } from '../form-values.ts';

/** What the review modal was answered with. */
type Answer = (agreed: boolean) => void;

const givenUp = () => new DOMException('the review was cancelled', 'AbortError');

/**
 * The form with its review: submitting opens the review; saving there sends the call. A refusal closes the review: a
 * 422 goes under the fields, anything else becomes a toast, and saving the same entry again carries the same key.
 */
export function useLinkForm() {
  const { t } = useTranslation('payment-links');
  const merchant = useMerchant();
  const { mutateAsync } = useCreatePaymentLink();
  const [reviewing, setReviewing] = useState(false);
  const [saving, setSaving] = useState(false);
  const [created, setCreated] = useState<{ id: number; link: string } | null>(null);
  const answer = useRef<Answer | null>(null);

  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setReviewing(true);
    });

  const save = async (values: LinkFormValues, idempotencyKey: string) => {
    notify.clear();
    const notice = notify.working(t('form.processing'));
    setSaving(true);
    try {
      const body = payloadOf(values, merchant?.business_account_id);
      return (await mutateAsync({ body, idempotencyKey })).data;
    } finally {
      setSaving(false);
      notify.hide(notice);
    }
  };

  const form = useContractForm<LinkFormValues>(PaymentLinkForm, {
    initialValues: EMPTY_FORM,
    toInput: (values) => payloadOf(values),
    rules: (values) => rulesOf(values, Date.now()),
    submit: async (values, { idempotencyKey }) => {
      const agreed = await ask();
      try {
        if (!agreed) throw givenUp();
        setCreated(await save(values, idempotencyKey));
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
    created,
    review: {
      opened: reviewing,
      saving,
      onSave: () => answer.current?.(true),
      onCancel: () => answer.current?.(false),
    },
  };
}
