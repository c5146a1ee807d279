import type { AuditRow } from '@daftar/contract/audit';
import type { Permission } from '@daftar/contract/permissions';
import link from '../../../ui/link.module.css';
import { Link } from '../../../ui/link.tsx';
import { type Path, withSearch } from '../../../ui/path.ts';
import { Subject } from '../../../ui/subject.tsx';
import { accountTabPath } from '../../paths/account.ts';
import { chargebackPath } from '../../paths/chargebacks.ts';
import { customerPath } from '../../paths/customers.ts';
import { invoicePath } from '../../paths/invoices.ts';
import { paymentLinkPath } from '../../paths/payment-links.ts';
import { payoutPath } from '../../paths/payouts.ts';
import { settlementsPath } from '../../paths/settlements.ts';
import { orderPath } from '../../paths/store.ts';
import { teamPath } from '../../paths/team.ts';
import { ticketPath } from '../../paths/tickets.ts';
import { transactionPath } from '../../paths/transactions.ts';
import { endpointsPath, webhooksPath } from '../../paths/webhooks.ts';
import { useMode } from '../../shared/mode.ts';
import { useCan } from '../../shared/permissions.ts';

interface Place {
  permission: Permission;
  to: (id: number, reference: string) => Path;
  /** A page that offers the other mode; a list shows one mode, and some places are the same in both. */
  inEither?: true;
}

/** Where what an entry is about is seen. */
const PLACES: Readonly<Record<string, Place>> = {
  transaction: { permission: 'view-transaction-details', to: transactionPath, inEither: true },
  'payment-link': { permission: 'view-pay-link-details', to: paymentLinkPath, inEither: true },
  invoice: { permission: 'view-invoice-details', to: invoicePath, inEither: true },
  customer: { permission: 'view-customer-details', to: customerPath },
  order: { permission: 'view-order-details', to: orderPath },
  ticket: { permission: 'view-ticket', to: ticketPath },
  settlement: {
    permission: 'view-settlements',
    to: (_, reference) => withSearch(settlementsPath, { reference }),
  },
  chargeback: { permission: 'view-chargeback-list', to: chargebackPath, inEither: true },
  payout: { permission: 'payout-request-transactions', to: payoutPath, inEither: true },
  'bank-account': { permission: 'financial-settings', to: () => accountTabPath('financial'), inEither: true },
  'api-key': { permission: 'api-keys-settings', to: () => accountTabPath('keys'), inEither: true },
  'webhook-endpoint': { permission: 'payment-methods-settings', to: () => endpointsPath },
  webhook: { permission: 'payment-methods-settings', to: () => webhooksPath },
  user: {
    permission: 'users-manage',
    to: (_, name) => withSearch(teamPath, { search: name }),
    inEither: true,
  },
  role: { permission: 'users-manage', to: () => teamPath, inEither: true },
};

/** What an entry is about, by its reference; a link to it for who may see it, if it belongs to the mode that is shown. */
export function AuditSubject({ row }: { row: AuditRow }) {
  const can = useCan();
  const mode = useMode();
  const { subject, subject_reference: reference } = row;
  const [noun = '', id = ''] = subject.split(':');
  const text = <Subject subject={subject} reference={reference} />;
  const place = PLACES[noun];
  const isShown = place && (place.inEither || row.mode === null || row.mode === mode);
  if (!isShown || !can(place.permission) || !/^\d+$/.test(id)) return text;
  return (
    <Link to={place.to(Number(id), reference)} className={link.link}>
      {text}
    </Link>
  );
}
