import { attributeOf, readWholeXml } from './xml.ts';

export type DateStyle = 'date' | 'time' | null;

/** Excel's built-in ids of date formats, in any language. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const isTimeFormat = (id: number) => id >= 18 && id <= 21;

/** Returns whether a format shows a date or time, ignoring quoted text, colours, languages and elapsed hours. */
function dateStyleOf(format: string): DateStyle {
  const letters = (format.split(';')[0] ?? '')
    .replace(/"[^"]*"?|\\.|_.|\*./g, '')
    .replace(/\[(?:[hms]+)\]/gi, '')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/am\/pm|a\/p|general/gi, '');
  if (/[yd]/i.test(letters) || (/m/i.test(letters) && !/[hs0#]/i.test(letters))) return 'date';
  return /[hs]/i.test(letters) ? 'time' : null;
}

/** Maximum number of styles in a workbook, as in Excel. */
const MAXIMUM_STYLES = 65_536;

/** Returns which cell styles show dates. */
export function dateStyles(part: Uint8Array): DateStyle[] {
  const formats = new Map<number, DateStyle>();
  const styles: DateStyle[] = [];
  let inCells = false;
  readWholeXml(part, {
    open(name, attributes) {
      const id = Number(attributeOf(attributes, 'numFmtId'));
      if (name === 'numFmt')
        formats.set(id, dateStyleOf((attributeOf(attributes, 'formatCode') ?? '').slice(0, 300)));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells && styles.length < MAXIMUM_STYLES) {
        const own = formats.get(id);
        styles.push(own !== undefined ? own : isDateFormat(id) ? 'date' : isTimeFormat(id) ? 'time' : null);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}
