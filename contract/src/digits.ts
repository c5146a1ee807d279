/** The zeros of Arabic-Indic, Persian and full-width digits. */
const ARABIC_INDIC_ZERO = 0x0660;
const EXTENDED_ZERO = 0x06f0;
const FULL_WIDTH_ZERO = 0xff10;

/** Arabic-Indic, Persian and full-width digits as 0–9; everything else unchanged. */
export function toLatinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    if (code >= FULL_WIDTH_ZERO) return String(code - FULL_WIDTH_ZERO);
    return String(code - (code >= EXTENDED_ZERO ? EXTENDED_ZERO : ARABIC_INDIC_ZERO));
  });
}
