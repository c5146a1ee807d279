export const paymentLinksPath = '/payment-link';
export const newPaymentLinkPath = '/payment-link/create-share-link';

/** The path of a link. */
export const paymentLinkPath = (id: number | '$id') => `${paymentLinksPath}/${id}` as const;
