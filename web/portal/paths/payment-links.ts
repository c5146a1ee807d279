export const paymentLinksPath = '/payment-link';
export const newPaymentLinkPath = '/payment-link/create-share-link';

/** Where one link is shown. */
export const paymentLinkPath = (id: number | '$id') => `${paymentLinksPath}/${id}` as const;
