import { SheetRefused } from './errors.ts';

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The text of an XML part. A document type could define entities, and workbooks never have one: refused. */
export function xmlText(part: Buffer): string {
  const text = new TextDecoder(part[0] === 0xff || part[0] === 0xfe ? 'utf-16' : 'utf-8').decode(part);
  if (/<!DOCTYPE/i.test(text)) throw new SheetRefused('UnreadableFile');
  return text;
}

/** Text with the five named entities and numbered characters written out; no other entity exists. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Excel writes characters that XML does not allow as `_x000D_`. */
export function unescapeExcel(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const ATTRIBUTES = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** An attribute of a tag's inside, by its name without prefix. */
export function attributeOf(tag: string, name: string): string | undefined {
  ATTRIBUTES.lastIndex = 0;
  for (let match = ATTRIBUTES.exec(tag); match !== null; match = ATTRIBUTES.exec(tag)) {
    const own = match[1]!;
    if (own === name || own.endsWith(`:${name}`)) return unescapeXml(match[2] ?? match[3] ?? '');
  }
  return undefined;
}
