import type { Path } from '../../ui/path.ts';
import { accountScreens } from '../account/routes.tsx';
import { approvalScreens } from '../approvals/routes.tsx';
import { auditScreens } from '../audit/routes.tsx';
import { balanceScreens } from '../balance/routes.tsx';
import { chargebackScreens } from '../chargebacks/routes.tsx';
import { customerScreens } from '../customers/routes.tsx';
import { dashboardScreens } from '../dashboard/routes.tsx';
import { feeInvoiceScreens } from '../fee-invoices/routes.tsx';
import { invoiceScreens } from '../invoices/routes.tsx';
import { kycScreens } from '../kyc/routes.tsx';
import { notificationScreens } from '../notifications/routes.tsx';
import { dashboardPath } from '../paths/dashboard.ts';
import { paymentLinkScreens } from '../payment-links/routes.tsx';
import { payoutScreens } from '../payouts/routes.tsx';
import { profileScreens } from '../profile/routes.tsx';
import { reportScreens } from '../reports/routes.tsx';
import { requestLogScreens } from '../request-log/routes.tsx';
import { settlementScreens } from '../settlements/routes.tsx';
import type { Screen } from '../shared/screen.ts';
import { simulatorScreens } from '../simulator/routes.tsx';
import { storeScreens } from '../store/routes.tsx';
import { teamScreens } from '../team/routes.tsx';
import { ticketScreens } from '../tickets/routes.tsx';
import { tillScreens } from '../till/routes.tsx';
import { transactionScreens } from '../transactions/routes.tsx';
import { webhookScreens } from '../webhooks/routes.tsx';

/** Every screen behind sign-in. Add a noun here. */
export const screens: readonly Screen[] = [
  ...dashboardScreens,
  ...invoiceScreens,
  ...paymentLinkScreens,
  ...tillScreens,
  ...customerScreens,
  ...transactionScreens,
  ...balanceScreens,
  ...payoutScreens,
  ...settlementScreens,
  ...feeInvoiceScreens,
  ...reportScreens,
  ...chargebackScreens,
  ...approvalScreens,
  ...simulatorScreens,
  ...teamScreens,
  ...profileScreens,
  ...notificationScreens,
  ...accountScreens,
  ...auditScreens,
  ...webhookScreens,
  ...requestLogScreens,
  ...storeScreens,
  ...kycScreens,
  ...ticketScreens,
];

/** The path of the list that a screen belongs to, by the first segment; the dashboard if there is none. */
export const listPathOf = (pathname: string): Path =>
  screens.find(({ path }) => path === `/${pathname.split('/')[1]}`)?.path ?? dashboardPath;
