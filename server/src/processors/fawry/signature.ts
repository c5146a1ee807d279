/**
 * Fawry's signatures: the lower-case hexadecimal SHA-256 of the values, concatenated without a separator, the secure
 * key last, amounts with exactly two decimals. Because nothing separates the values, characters could be moved from one
 * value to the next. Amounts end after two decimals, Fawry's numbers are digits, and our reference always has twenty
 * characters, so moving a boundary yields a reference that is not ours or a meaningless word.
 */
import { createHash } from 'node:crypto';
import { toDecimal } from '../amounts.ts';

const sha256 = (values: readonly string[]) => createHash('sha256').update(values.join('')).digest('hex');

/** Our credentials at Fawry. */
export interface Keys {
  merchantCode: string;
  securityKey: string;
}

/** The signed values of a charge. `walletMobile` is empty for a reference code. */
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

/** The signed values of a notification. */
export interface SignedNotification {
  fawryRefNumber: string;
  merchantRefNumber: string;
  /** The amount that the payer paid, including Fawry's own fee. */
  paymentPiastres: number;
  /** The amount of the order. */
  orderPiastres: number;
  orderStatus: string;
  paymentMethod: string;
  /** Empty if the notification has none. */
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
