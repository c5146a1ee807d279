import { APPROVAL_PERMISSION, REPORT_ACCESS } from '@daftar/contract/access';
import type { AuditRow } from '@daftar/contract/audit';
import { isMerchantNoun, type MerchantNoun } from '@daftar/contract/audit-subjects';
import link from '../../../ui/link.module.css';
import { Link } from '../../../ui/link.tsx';
import { type Path, withSearch } from '../../../ui/path.ts';
import { Subject } from '../../../ui/subject.tsx';
import { accountTabPath } from '../../paths/account.ts';
import { approvalsPath } from '../../paths/approvals.ts';
import { chargebackPath } from '../../paths/chargebacks.ts';
import { customerPath, customersPath } from '../../paths/customers.ts';
import { invoicePath } from '../../paths/invoices.ts';
import { paymentLinkPath } from '../../paths/payment-links.ts';
import { payoutPath } from '../../paths/payouts.ts';
import { reportsPath } from '../../paths/reports.ts';
import { settlementsPath } from '../../paths/settlements.ts';
import {
  categoriesPath,
  editCategoryPath,
  editProductPath,
  orderPath,
  productsPath,
} from '../../paths/store.ts';
import { teamPath } from '../../paths/team.ts';
import { ticketPath } from '../../paths/tickets.ts';
import { transactionPath, transactionsPath } from '../../paths/transactions.ts';
import { endpointsPath, webhooksPath } from '../../paths/webhooks.ts';
import { useMode } from '../../shared/mode.ts';
import { type Needed, useCan } from '../../shared/permissions.ts';

interface Place {
  /** None where everybody may open it. */
  permission?: Needed;
  to: (id: number, reference: string) => Path;
  /** A page that offers the other mode; a list shows one mode, and some places are the same in both. */
  inEither?: true;
  /** A place for subjects without a reference; others that have none any more are gone. */
  unnamed?: true;
}

/** Where what an entry is about is seen; null where nothing shows it alone. */
const PLACES: Readonly<Record<MerchantNoun, Place | null>> = {
  transaction: { permission: 'view-transaction-details', to: transactionPath, inEither: true },
  'payment-link': { permission: 'view-pay-link-details', to: paymentLinkPath, inEither: true },
  invoice: { permission: 'view-invoice-details', to: invoicePath, inEither: true },
  customer: { permission: 'view-customer-details', to: customerPath },
  customers: { permission: 'view-customers-list', to: () => customersPath, unnamed: true },
  order: { permission: 'view-order-details', to: orderPath },
  ticket: { permission: 'view-ticket', to: ticketPath },
  settlement: {
    permission: 'view-settlements',
    to: (_, reference) => withSearch(settlementsPath, { reference }),
  },
  chargeback: { permission: 'view-chargeback-list', to: chargebackPath, inEither: true },
  refund: {
    permission: 'view-transactions-list',
    to: (_, reference) => withSearch(transactionsPath, { reference }),
  },
  payout: { permission: 'payout-request-transactions', to: payoutPath, inEither: true },
  approval: { permission: Object.values(APPROVAL_PERMISSION), to: () => approvalsPath },
  product: { permission: 'edit-product', to: editProductPath },
  products: { permission: 'products-list', to: () => productsPath, unnamed: true },
  category: { permission: 'edit-category', to: editCategoryPath },
  categories: { permission: 'categories-list', to: () => categoriesPath, unnamed: true },
  store: { permission: 'store-settings', to: () => accountTabPath('store'), inEither: true, unnamed: true },
  'bank-account': { permission: 'financial-settings', to: () => accountTabPath('financial'), inEither: true },
  'api-key': { permission: 'api-keys-settings', to: () => accountTabPath('keys'), inEither: true },
  'webhook-endpoint': { permission: 'payment-methods-settings', to: () => endpointsPath },
  webhook: { permission: 'payment-methods-settings', to: () => webhooksPath, unnamed: true },
  'webhook-secret': { permission: 'payment-methods-settings', to: () => webhooksPath, unnamed: true },
  user: {
    permission: 'users-manage',
    to: (_, name) => withSearch(teamPath, { search: name }),
    inEither: true,
  },
  role: { permission: 'users-manage', to: () => teamPath, inEither: true },
  'scim-group': { permission: 'users-manage', to: () => teamPath, inEither: true },
  report: { permission: REPORT_ACCESS, to: () => reportsPath },
  // On many tabs of the settings, as the action says.
  merchant: null,
  // Only their own person sees them.
  session: null,
  passkey: null,
  // Above their lists and forms, which the entry's changes name.
  'saved-view': null,
  'form-template': null,
  message: null,
};

/** What an entry is about, by its reference; a link to it for who may see it, if it belongs to the mode that is shown. */
export function AuditSubject({ row }: { row: AuditRow }) {
  const can = useCan();
  const mode = useMode();
  const { subject, subject_reference: reference } = row;
  const [noun = '', id = ''] = subject.split(':');
  const text = <Subject subject={subject} reference={reference} />;
  const place = isMerchantNoun(noun) ? PLACES[noun] : null;
  const isShown = place && (place.inEither || row.mode === null || row.mode === mode);
  if (!isShown || !can(place.permission) || !(reference || place.unnamed)) return text;
  return (
    <Link to={place.to(Number(id), reference)} className={link.link}>
      {text}
    </Link>
  );
}
