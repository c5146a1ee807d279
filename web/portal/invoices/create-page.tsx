import { InvoiceForm as InvoiceSchema } from '@daftar/contract/invoices';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoTo, useSearchOf } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { invoicesPath, newInvoicePath } from '../paths/invoices.ts';
import { DraftOffer } from '../payables/draft-offer.tsx';
import { useFormDefaults } from '../payables/lookups.ts';
import { useDraft } from '../payables/use-draft.ts';
import { usePayableForm } from '../payables/use-payable-form.ts';
import { useMerchant } from '../shared/merchant.ts';
import { useCreateInvoice } from './api.ts';
import { InvoiceForm } from './components/invoice-form.tsx';
import { answered, customersOf, EMPTY_FORM, payloadOf } from './form-values.ts';

/** `/invoices/create-invoice`, with `?customerId=` to choose a customer. */
export default function CreateInvoicePage() {
  const { t } = useTranslation('invoices');
  const { customerId } = useSearchOf(newInvoicePath);
  const goTo = useGoTo();
  const merchant = useMerchant();
  const { send } = useCreateInvoice();
  const isSaved = useRef(false);
  const entry = usePayableForm(InvoiceSchema, {
    initialValues: { ...EMPTY_FORM, customers: customersOf(customerId) },
    payload: (values) => payloadOf(values),
    answered,
    send: async (values, idempotencyKey) => {
      const body = payloadOf(values, merchant?.business_account_id);
      const { message } = await draft.send(values, idempotencyKey, () => send({ body, idempotencyKey }));
      isSaved.current = true;
      draft.end();
      notify.success(message);
      void goTo(invoicesPath);
    },
  });
  useFormDefaults(entry.form);
  const draft = useDraft('invoice', entry.form, EMPTY_FORM);
  useUnsavedGuard(() => !isSaved.current && entry.form.isDirty(), draft.end);

  return (
    <InvoiceForm
      entry={entry}
      purpose="create"
      banner={<DraftOffer state={draft} nameless={t('draft.nameless')} />}
    />
  );
}
