import type { Permission } from '@daftar/contract/permissions';
import type { ApiRequest } from '@daftar/contract/request-log';
import { useTranslation } from 'react-i18next';
import linkClasses from '../../../ui/link.module.css';
import { Link } from '../../../ui/link.tsx';
import type { Path } from '../../../ui/path.ts';
import { textOf } from '../../../ui/text-key.ts';
import { chargebackPath } from '../../paths/chargebacks.ts';
import { customerPath } from '../../paths/customers.ts';
import { invoicePath } from '../../paths/invoices.ts';
import { paymentLinkPath } from '../../paths/payment-links.ts';
import { payoutPath } from '../../paths/payouts.ts';
import { editCategoryPath, editProductPath } from '../../paths/store.ts';
import { transactionPath } from '../../paths/transactions.ts';
import { useCan } from '../../shared/permissions.ts';

/** Where each kind of object is seen, and by whom. */
const PLACES: Readonly<Record<string, { permission: Permission; to: (id: number) => Path }>> = {
  'payment-link': { permission: 'view-pay-link-details', to: paymentLinkPath },
  invoice: { permission: 'view-invoice-details', to: invoicePath },
  customer: { permission: 'view-customer-details', to: customerPath },
  transaction: { permission: 'view-transaction-details', to: transactionPath },
  payout: { permission: 'payout-request-transactions', to: payoutPath },
  chargeback: { permission: 'view-chargeback-list', to: chargebackPath },
  product: { permission: 'edit-product', to: editProductPath },
  category: { permission: 'edit-category', to: editCategoryPath },
};

/** What a call made or changed; a link for who may see it. */
export function MadeObject({ request: { object, object_id: id } }: { request: ApiRequest }) {
  const { t } = useTranslation('request-log');
  const can = useCan();
  if (object === null || id === null) return <span aria-hidden>–</span>;
  const place = PLACES[object];
  const text = textOf(t, 'request-log:object.', object);
  if (!place || !can(place.permission)) return text;
  return (
    <Link to={place.to(id)} className={linkClasses.link}>
      {text}
    </Link>
  );
}
