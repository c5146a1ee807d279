import { PaymentLinkForm } from '@daftar/contract/payment-links';
import { useState } from 'react';
import { useSearchOf } from '../../../ui/link.tsx';
import { newPaymentLinkPath } from '../../paths/payment-links.ts';
import { useFormDefaults } from '../../payables/lookups.ts';
import { useDraft } from '../../payables/use-draft.ts';
import { usePayableForm } from '../../payables/use-payable-form.ts';
import { useMerchant } from '../../shared/merchant.ts';
import { useCreatePaymentLink } from '../api.ts';
import { EMPTY_FORM, payloadOf, prefilled } from '../form-values.ts';

/** The form of a link, and the new link. */
export function useLinkForm() {
  const merchant = useMerchant();
  const { send } = useCreatePaymentLink();
  const [created, setCreated] = useState<{ id: number; link: string } | null>(null);
  const entry = usePayableForm(PaymentLinkForm, {
    initialValues: { ...EMPTY_FORM, ...prefilled(useSearchOf(newPaymentLinkPath)) },
    payload: (values) => payloadOf(values),
    send: async (values, idempotencyKey) => {
      const body = payloadOf(values, merchant?.business_account_id);
      const { data } = await draft.send(values, idempotencyKey, () => send({ body, idempotencyKey }));
      draft.end();
      setCreated(data);
    },
  });
  useFormDefaults(entry.form);
  const draft = useDraft('payment-link', entry.form, EMPTY_FORM);
  return { entry, created, draft };
}
