/**
 * Fawry's signatures: the lower-case hexadecimal SHA-256 of the values, concatenated without a separator, the secure key
 * last, amounts with exactly two decimals. Nothing marks where one value ends, so a message could be read with the ends
 * moved. Amounts end after two decimals, Fawry's numbers are digits, and our reference always has twenty characters, so
 * a moved end makes a reference that is not ours or a word that means nothing.
 */
import { createHash } from 'node:crypto';
import { toDecimal } from '../amounts.ts';

const sha256 = (values: readonly string[]) => createHash('sha256').update(values.join('')).digest('hex');

/** What identifies us to Fawry. */
export interface Keys {
  merchantCode: string;
  securityKey: string;
}

/** What a charge is signed with. `walletMobile` is empty for a reference code. */
export interface SignedCharge {
  merchantRefNum: string;
  customerProfileId: string;
  paymentMethod: string;
  amountPiastres: number;
  walletMobile: string;
}

export const signCharge = (keys: Keys, charge: SignedCharge): string =>
  sha256([
    keys.merchantCode,
    charge.merchantRefNum,
    charge.customerProfileId,
    charge.paymentMethod,
    toDecimal(charge.amountPiastres),
    charge.walletMobile,
    keys.securityKey,
  ]);

export const signStatus = (keys: Keys, merchantRefNum: string): string =>
  sha256([keys.merchantCode, merchantRefNum, keys.securityKey]);

export const signRefund = (keys: Keys, referenceNumber: string, piastres: number, reason: string): string =>
  sha256([keys.merchantCode, referenceNumber, toDecimal(piastres), reason, keys.securityKey]);

export const signCancel = (keys: Keys, orderRefNo: string, lang: string): string =>
  sha256([orderRefNo, keys.merchantCode, lang, keys.securityKey]);

/** What a notification is signed with. */
export interface SignedNotification {
  fawryRefNumber: string;
  merchantRefNumber: string;
  /** What the payer paid, Fawry's own fee included. */
  paymentPiastres: number;
  /** What the order costs. */
  orderPiastres: number;
  orderStatus: string;
  paymentMethod: string;
  /** Empty when the notification has none. */
  paymentRefrenceNumber: string;
}

export const signNotification = (securityKey: string, notification: SignedNotification): string =>
  sha256([
    notification.fawryRefNumber,
    notification.merchantRefNumber,
    toDecimal(notification.paymentPiastres),
    toDecimal(notification.orderPiastres),
    notification.orderStatus,
    notification.paymentMethod,
    notification.paymentRefrenceNumber,
    securityKey,
  ]);
