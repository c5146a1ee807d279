import { InvoiceForm as InvoiceSchema } from '@daftar/contract/invoices';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoTo, useSearchOf } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { invoicesPath, newInvoicePath } from '../paths/invoices.ts';
import { DraftOffer } from '../payables/draft-offer.tsx';
import { useFormDefaults, useStart } from '../payables/lookups.ts';
import { useDraft } from '../payables/use-draft.ts';
import { useTellFailure } from '../payables/use-leave-on-failure.ts';
import { usePayableForm } from '../payables/use-payable-form.ts';
import { useMerchant } from '../shared/merchant.ts';
import { useCreateInvoice, useInvoiceLike } from './api.ts';
import { InvoiceForm } from './components/invoice-form.tsx';
import { answered, customersOf, EMPTY_FORM, payloadOf, valuesOf } from './form-values.ts';

/** `/invoices/create-invoice`, with `?customerId=` to choose a customer, or `?like=` to begin like another invoice. */
export default function CreateInvoicePage() {
  const { t } = useTranslation('invoices');
  const { customerId, like } = useSearchOf(newInvoicePath);
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
  const usual = { ...EMPTY_FORM, ...useFormDefaults(entry.form, like === undefined) };
  const source = useInvoiceLike(like);
  const start = useMemo(() => source.data && valuesOf(source.data.data), [source.data]);
  useStart(entry.form, start);
  useTellFailure(source.error);
  const draft = useDraft('invoice', entry.form, EMPTY_FORM);
  useUnsavedGuard(() => !isSaved.current && entry.form.isDirty(), draft.end);

  return (
    <InvoiceForm
      entry={entry}
      purpose="create"
      usual={usual}
      banner={<DraftOffer state={draft} nameless={t('draft.nameless')} />}
    />
  );
}
