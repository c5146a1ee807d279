import { PaymentLinkForm } from '@daftar/contract/payment-links';
import { useMemo, useState } from 'react';
import { useSearchOf } from '../../../ui/link.tsx';
import { newPaymentLinkPath } from '../../paths/payment-links.ts';
import { useFormDefaults, useStart } from '../../payables/lookups.ts';
import { useDraft } from '../../payables/use-draft.ts';
import { useTellFailure } from '../../payables/use-leave-on-failure.ts';
import { usePayableForm } from '../../payables/use-payable-form.ts';
import { useMerchant } from '../../shared/merchant.ts';
import { useCreatePaymentLink, useLinkLike } from '../api.ts';
import { EMPTY_FORM, linkRules, payloadOf, prefilled, valuesOf } from '../form-values.ts';

/** The form of a link, and the new link. */
export function useLinkForm() {
  const merchant = useMerchant();
  const { like, ...address } = useSearchOf(newPaymentLinkPath);
  const { send } = useCreatePaymentLink();
  const [created, setCreated] = useState<{ id: number; link: string } | null>(null);
  const entry = usePayableForm(PaymentLinkForm, {
    initialValues: { ...EMPTY_FORM, ...prefilled(address) },
    payload: (values) => payloadOf(values),
    rules: linkRules,
    send: async (values, idempotencyKey) => {
      const body = payloadOf(values, merchant?.business_account_id);
      const { data } = await draft.send(values, idempotencyKey, () => send({ body, idempotencyKey }));
      draft.end();
      setCreated(data);
    },
  });
  const usual = { ...EMPTY_FORM, ...useFormDefaults(entry.form, like === undefined) };
  const source = useLinkLike(like);
  const start = useMemo(() => source.data && valuesOf(source.data.data), [source.data]);
  useStart(entry.form, start);
  useTellFailure(source.error);
  const draft = useDraft('payment-link', entry.form, EMPTY_FORM);
  return { entry, created, draft, usual };
}
