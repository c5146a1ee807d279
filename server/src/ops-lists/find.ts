/** What the one search field of a list of the console finds: for every folder that has such a list. */
export { among, anyOf, type Found, findTyped, ofMerchant, ownReference } from './store-find.ts';
