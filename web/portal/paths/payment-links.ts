import type { paymentLinks } from '@daftar/contract/payment-links';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const paymentLinksPath = definePath<ListSearchParams<typeof paymentLinks.list>>('/payment-link');

/** The form of a new link, perhaps with its name and amount, or `like` another link. */
export const newPaymentLinkPath = definePath<{ name?: string; amount?: string; like?: number }>(
  '/payment-link/create-share-link',
);

/** The path of a link. */
export const paymentLinkPath = (id: number | '$id') => definePath(`${paymentLinksPath}/${id}`);
