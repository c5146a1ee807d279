/** Converts a stored mobile number for a field with a +20 prefix: drops the leading zero. */
export const withoutZero = (mobile: string): string => mobile.replace(/^0/, '');

/** Converts input typed after a +20 prefix, with or without the leading zero, in digits of any script. */
export const withZero = (typed: string): string => typed.replace(/^\s*(?=[1١۱１])/, '0');
