import type { InvoiceCustomer, InvoiceDetails } from '@daftar/contract/invoices';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import { SharePanel } from '../../payables/share-panel.tsx';
import classes from './modal.module.css';

interface ShareModalProps {
  invoice: InvoiceDetails;
  /** Whose page is shared; null while closed. */
  customer: InvoiceCustomer | null;
  onClose: () => void;
}

/** Shares one customer's payment page, also as a QR code. */
export function ShareModal({ invoice, customer, onClose }: ShareModalProps) {
  const { t } = useTranslation('invoices');
  const shown = useKept(customer);
  return (
    <Dialog
      opened={customer !== null}
      onClose={onClose}
      size="lg"
      title={shown && t('share.title', { name: shown.name })}
      classNames={{ title: classes.title ?? '' }}
    >
      {shown && (
        <div className={classes.content}>
          <p className={classes.text}>{t('share.text')}</p>
          <SharePanel
            link={{
              link: shown.url,
              invoice_name: invoice.invoice_name,
              total_amount: invoice.total,
              currency: invoice.currency,
              language: invoice.language,
              reference: invoice.reference,
              phone: shown.phone,
            }}
          />
        </div>
      )}
    </Dialog>
  );
}
