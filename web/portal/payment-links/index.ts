/** The front door of payment links, for other nouns. */
export { newPaymentLinkPath, paymentLinkPath, paymentLinksPath } from './paths.ts';
