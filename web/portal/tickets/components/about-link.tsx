import type { Permission } from '@daftar/contract/permissions';
import type { TicketDetails, TicketSubject } from '@daftar/contract/tickets';
import { Anchor } from '@mantine/core';
import { Link } from '../../../ui/link.tsx';
import { type Path, withSearch } from '../../../ui/path.ts';
import classes from '../../../ui/reference.module.css';
import { chargebackPath } from '../../paths/chargebacks.ts';
import { invoicePath } from '../../paths/invoices.ts';
import { paymentLinkPath } from '../../paths/payment-links.ts';
import { settlementsPath } from '../../paths/settlements.ts';
import { transactionPath } from '../../paths/transactions.ts';
import { useCan } from '../../shared/permissions.ts';

interface Place {
  permission: Permission;
  /** The path of its own screen, or of a list that shows only it. */
  pathOf: (id: number, reference: string) => Path;
}

/** Settlements have no screen of their own, so their list shows the one. */
const PLACES: Readonly<Record<TicketSubject, Place>> = {
  transaction: { permission: 'view-transaction-details', pathOf: transactionPath },
  'payment-link': { permission: 'view-pay-link-details', pathOf: paymentLinkPath },
  invoice: { permission: 'view-invoice-details', pathOf: invoicePath },
  chargeback: { permission: 'view-chargeback-list', pathOf: chargebackPath },
  settlement: {
    permission: 'view-settlements',
    pathOf: (_id, reference) => withSearch(settlementsPath, { reference }),
  },
};

/** A ticket's subject, linked for those who may open it. */
export function AboutLink({ ticket: { about, reference_id } }: { ticket: TicketDetails }) {
  const can = useCan();
  const reference = <bdi className={about ? classes.text : undefined}>{reference_id}</bdi>;
  const place = about && PLACES[about.kind];
  if (!place || !can(place.permission)) return reference;
  return (
    <Anchor component={Link} to={place.pathOf(about.id, reference_id)}>
      {reference}
    </Anchor>
  );
}
