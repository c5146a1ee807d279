import {
  INVOICE_STATUS,
  type InvoiceDetails,
  InvoiceForm as InvoiceSchema,
  invoices,
} from '@daftar/contract/invoices';
import { Button, Group } from '@mantine/core';
import { IconPencilOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import { Link, useGoTo } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-states.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { invoicePath, invoicesPath, newInvoicePath } from '../paths/invoices.ts';
import { useLeaveOnFailure } from '../payables/use-leave-on-failure.ts';
import { usePayableForm } from '../payables/use-payable-form.ts';
import { useMerchant } from '../shared/merchant.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { useCan } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchInvoice, useInvoice, useUpdateInvoice } from './api.ts';
import classes from './components/edit.module.css';
import { InvoiceForm, MorePart } from './components/invoice-form.tsx';
import { answered, EMPTY_FORM, payloadOf, valuesOf } from './form-values.ts';

export const prefetch: PageModule['prefetch'] = ({ params }) => {
  fetchAhead(MorePart.fetch);
  return prefetchInvoice(params.id ?? '');
};

/** `/invoices/edit-invoice/{id}`: the same form, while nobody has paid. */
export default function EditInvoicePage() {
  const { t } = useTranslation(['invoices', 'common']);
  const id = useRouteParam('id');
  const { query, isElsewhere } = useEitherMode(useInvoice(id), invoices.details, { params: { id } });
  const [begun, setBegun] = useState<InvoiceDetails | null>(null);
  useLeaveOnFailure(query.data || isElsewhere ? null : query.error, invoicesPath);
  // Starts with fresh data; later refetches do not replace what is typed.
  const current = query.isFetching ? undefined : query.data?.data;
  useEffect(() => {
    if (current) setBegun((before) => (before?.id === current.id ? before : current));
  }, [current]);
  if (isElsewhere) return <OtherModeOffer />;
  if (!begun || String(begun.id) !== id) {
    return (
      <div aria-busy>
        <PageHeader title={t('form.edit')} text={t('form.editText')} />
        <div className={classes.waiting} role="status" aria-label={t('common:loading')}>
          {['3.75rem', '3.75rem', '6rem', '3.75rem', '8rem'].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars of a skeleton have no other name.
            <Skeleton key={index} height={height} />
          ))}
        </div>
      </div>
    );
  }
  return begun.can_edit ? <EditForm key={begun.id} invoice={begun} /> : <NotEditable invoice={begun} />;
}

function EditForm({ invoice }: { invoice: InvoiceDetails }) {
  const goTo = useGoTo();
  const merchant = useMerchant();
  const { send } = useUpdateInvoice();
  const isSaved = useRef(false);
  const entry = usePayableForm(InvoiceSchema, {
    initialValues: valuesOf(invoice),
    payload: (values) => payloadOf(values),
    answered,
    send: async (values) => {
      const { message } = await send({
        params: { id: invoice.id },
        body: payloadOf(values, merchant?.business_account_id),
      });
      isSaved.current = true;
      notify.success(message);
      void goTo(invoicesPath);
    },
  });
  useUnsavedGuard(() => !isSaved.current && entry.form.isDirty());
  return <InvoiceForm entry={entry} purpose="edit" usual={EMPTY_FORM} />;
}

function reasonOf({ status, paid_count }: InvoiceDetails) {
  if (status === INVOICE_STATUS.paid) return 'locked.paid';
  if (status === INVOICE_STATUS.canceled) return 'locked.canceled';
  if (status === INVOICE_STATUS.expired) return 'locked.expired';
  return paid_count > 0 ? 'locked.partlyPaid' : 'locked.beingPaid';
}

/** Says why, and what can be done instead. */
function NotEditable({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation('invoices');
  const can = useCan();
  const reason = reasonOf(invoice);
  return (
    <PageState
      icon={IconPencilOff}
      title={t(reason === 'locked.beingPaid' ? 'locked.now' : 'locked.title', {
        reference: invoice.reference,
      })}
      text={t(reason)}
      action={
        <Group gap="sm" justify="center">
          {can('view-invoice-details') && (
            <Button component={Link} to={invoicePath(invoice.id)}>
              {t('locked.open')}
            </Button>
          )}
          <Button component={Link} to={newInvoicePath} variant="default">
            {t('create')}
          </Button>
        </Group>
      }
    />
  );
}
