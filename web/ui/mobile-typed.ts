/** A stored mobile number as a field shows it: beside a shown +20 it stands without its zero. */
export const withoutZero = (mobile: string): string => mobile.replace(/^0/, '');

/** What was typed beside a shown +20, where many people leave out the leading zero, in digits of either kind. */
export const withZero = (typed: string): string => typed.replace(/^\s*(?=[1١۱])/, '0');
