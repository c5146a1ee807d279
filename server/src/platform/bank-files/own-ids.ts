/** Our ids in what a bank repeats of them. */

/** Letters and digits of an id: Crockford's, so that none is mistaken for another. */
const TRANSFER_ID = /TRF-[0-9A-HJKMNP-TV-Z]{12}/g;
const PADDED_ID = /^0*TRF-?([0-9A-HJKMNP-TV-Z]{12})0*$/;

/** Subfield marks that banks put into free text: `?20`, `>20`, `~20`. */
const SUBFIELD = /[?>~]\d{2}/g;

/** Text without what a bank breaks it with: line ends, blanks, subfield marks. */
const together = (text: string) =>
  text
    .replace(/[\r\n]+/g, '')
    .replace(SUBFIELD, '')
    .replace(/\s+/g, '')
    .toUpperCase();

/** Finds the end-to-end ids of our transfers in texts, also those that are broken over lines or subfields. */
export function transferIdsIn(...texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [
    ...(text.toUpperCase().match(TRANSFER_ID) ?? []),
    ...(together(text).match(TRANSFER_ID) ?? []),
  ]);
  return [...new Set(found)];
}

/**
 * Reads a field that holds one id: broken, padded with blanks or zeros, without its dash, or as it is.
 * @returns our id, or the text on one line when it is not one of ours
 */
export function ownIdOf(text: string): string {
  const letters = PADDED_ID.exec(together(text))?.[1];
  return letters ? `TRF-${letters}` : (transferIdsIn(text)[0] ?? text.replace(/\s+/g, ' ').trim());
}
