import type { Event, EventRow } from '@daftar/contract/events';
import type { Permission } from '@daftar/contract/permissions';
import linkClasses from '../../../ui/link.module.css';
import { Link } from '../../../ui/link.tsx';
import { type Path, withSearch } from '../../../ui/path.ts';
import { chargebackPath } from '../../paths/chargebacks.ts';
import { invoicePath } from '../../paths/invoices.ts';
import { paymentLinkPath } from '../../paths/payment-links.ts';
import { payoutPath } from '../../paths/payouts.ts';
import { settlementsPath } from '../../paths/settlements.ts';
import { orderPath } from '../../paths/store.ts';
import { transactionPath } from '../../paths/transactions.ts';
import { useCan } from '../../shared/permissions.ts';

type About = EventRow & Pick<Event, 'data'>;
interface Place {
  permission: Permission;
  to: (event: About) => Path;
}

const at = (path: (id: number) => Path) => (event: About) => path(event.object_id ?? 0);
/** Where each kind of object is seen; a refund is on the page of its payment. */
const PLACES: Readonly<Record<string, Place>> = {
  payment: { permission: 'view-transaction-details', to: at(transactionPath) },
  refund: {
    permission: 'view-transaction-details',
    to: ({ data }) => transactionPath(Number(data.transaction_id)),
  },
  payout: { permission: 'payout-request-transactions', to: at(payoutPath) },
  settlement: {
    permission: 'view-settlements',
    to: ({ reference }) => withSearch(settlementsPath, { reference }),
  },
  chargeback: { permission: 'view-chargeback-list', to: at(chargebackPath) },
  invoice: { permission: 'view-invoice-details', to: at(invoicePath) },
  'payment-link': { permission: 'view-pay-link-details', to: at(paymentLinkPath) },
  order: { permission: 'view-order-details', to: ({ reference }) => orderPath(reference) },
};

/** What an event is about, by its reference; a link for who may see it. */
export function EventObject({ event }: { event: About }) {
  const can = useCan();
  const place = PLACES[event.object];
  if (event.reference === '') return <span aria-hidden>–</span>;
  const text = <bdi dir="ltr">{event.reference}</bdi>;
  if (!place || !can(place.permission)) return text;
  return (
    <Link to={place.to(event)} className={linkClasses.link}>
      {text}
    </Link>
  );
}
