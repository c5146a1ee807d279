const ARABIC_INDIC_ZERO = 0x0660;
const EXTENDED_ZERO = 0x06f0;

/** Arabic-Indic and Persian digits as 0–9; everything else unchanged. */
export function toLatinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= EXTENDED_ZERO ? EXTENDED_ZERO : ARABIC_INDIC_ZERO));
  });
}
