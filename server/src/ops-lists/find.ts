/** The search of a console list, for every folder with such a list. */
export { among, anyOf, type Found, findTyped, ofMerchant, ownReference } from './store-find.ts';
