import type { Permission } from '@daftar/contract/permissions';
import {
  IconCashRegister,
  IconFileInvoice,
  IconLifebuoy,
  IconLink,
  IconPackage,
  IconUserPlus,
  IconUsersPlus,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Path } from '../../ui/path.ts';
import { customersPath } from '../paths/customers.ts';
import { newInvoicePath } from '../paths/invoices.ts';
import { newPaymentLinkPath } from '../paths/payment-links.ts';
import { newProductPath } from '../paths/store.ts';
import { teamPath } from '../paths/team.ts';
import { newTicketPath } from '../paths/tickets.ts';
import { tillPath } from '../paths/till.ts';
import { useMay } from '../shared/permissions.ts';
import { CREATED, type Created } from './phrases.ts';

export interface Creation {
  what: Created;
  to: Path;
  icon: typeof IconLink;
  /** All are required. */
  permissions: readonly Permission[];
  /** Whether the form is a drawer of that screen. */
  isAsked?: true;
}

const CREATIONS: Readonly<Record<Created, Omit<Creation, 'what'>>> = {
  'payment-link': { to: newPaymentLinkPath, icon: IconLink, permissions: ['create-pay-link'] },
  sale: { to: tillPath, icon: IconCashRegister, permissions: ['create-pay-link'] },
  invoice: { to: newInvoicePath, icon: IconFileInvoice, permissions: ['create-invoice'] },
  customer: {
    to: customersPath,
    icon: IconUserPlus,
    permissions: ['add-customer', 'view-customers-list'],
    isAsked: true,
  },
  product: { to: newProductPath, icon: IconPackage, permissions: ['add-product', 'store-management'] },
  ticket: { to: newTicketPath, icon: IconLifebuoy, permissions: ['create-ticket'] },
  user: { to: teamPath, icon: IconUsersPlus, permissions: ['create-user', 'users-manage'], isAsked: true },
};

/** What this person may create, what is created most first. */
export function useCreations(): readonly Creation[] {
  const may = useMay();
  return useMemo(
    () =>
      CREATED.map((what) => ({ what, ...CREATIONS[what] })).filter(({ permissions }) =>
        permissions.every((each) => may(each)),
      ),
    [may],
  );
}

/** How the screen of a creation is gone to. */
export const askOf = ({ isAsked }: Creation) => (isAsked ? { state: { ask: 'create' as const } } : {});
