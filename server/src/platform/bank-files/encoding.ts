/** Decodes the bytes of a bank's file. */
import { BankFileProblem } from './problem.ts';

/** A file's text, and its encoding by WHATWG name. */
export interface Decoded {
  text: string;
  encoding: string;
}

/** Detects UTF-16 by a byte order mark, or by the zero bytes beside Latin letters; null without either. */
function wideEncodingOf(content: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = content;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  return a === 0 && b && c === 0 && d ? 'utf-16be' : null;
}

/** Decodes text without a declared encoding: UTF-8, UTF-16, or else Arabic Windows text. */
export function decode(content: Uint8Array): Decoded {
  const wide = wideEncodingOf(content);
  if (wide) return { text: new TextDecoder(wide).decode(content), encoding: wide };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1256').decode(content), encoding: 'windows-1256' };
  }
}

const DECLARED = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;
/** WHATWG labels for other names of code pages. */
const ALIASES: Readonly<Record<string, string>> = {
  cp1250: 'windows-1250',
  cp1252: 'windows-1252',
  cp1256: 'windows-1256',
  'ms-arab': 'windows-1256',
  'ibm-1208': 'utf-8',
  ibm1208: 'utf-8',
  'ibm-1256': 'windows-1256',
  'ibm-5352': 'windows-1256',
  'ibm-1252': 'windows-1252',
  'ibm-819': 'iso-8859-1',
  ibm819: 'iso-8859-1',
  cp819: 'iso-8859-1',
  'ibm-1089': 'iso-8859-6',
  cp1089: 'iso-8859-6',
  'ucs-2': 'utf-16le',
};

/** Detects the first bytes of `<?xml` in EBCDIC. */
const isEbcdic = ([a, b, c]: Uint8Array) => a === 0x4c && b === 0x6f && c === 0xa7;

/**
 * Finds the encoding of an XML file: its byte order mark, then its declaration, then UTF-8. A declaration of UTF-16
 * over single bytes was left behind by a converter, and is ignored.
 * @throws BankFileProblem BankFileEncoding with an unknown name
 */
export function xmlEncodingOf(content: Uint8Array): string {
  const wide = wideEncodingOf(content);
  if (wide) return wide;
  if (isEbcdic(content))
    throw new BankFileProblem('BankFileEncoding', { line: 1, column: 1, field: 'EBCDIC' });
  const start = new TextDecoder('latin1')
    .decode(content.subarray(0, 512))
    .replace(/^(?:\s|\u00ef\u00bb\u00bf)+/, '');
  const name = DECLARED.exec(start)?.[1];
  if (!name || /^utf-?16|^ucs-?2/i.test(name)) return 'utf-8';
  try {
    return new TextDecoder(ALIASES[name.toLowerCase()] ?? name).encoding;
  } catch {
    throw new BankFileProblem('BankFileEncoding', { line: 1, column: 1, field: name });
  }
}

/** Returns the beginning of a file, without leading blanks and control characters. */
export const beginningOf = (content: Uint8Array): string =>
  decode(content.subarray(0, 4_096)).text.replace(/^[\p{Cc}\p{Cf}\s]+/u, '');

/** Returns whether a file begins like XML, including EBCDIC. */
export const isXml = (content: Uint8Array): boolean =>
  beginningOf(content).startsWith('<') || isEbcdic(content);

/** Returns whether a file begins like MT940, with or without the blocks of a message. */
export const isMt940 = (content: Uint8Array): boolean =>
  /^[\t\p{Zs}\p{Cf}]*(?:\{1:|(?:\{4:)?:20:)/mu.test(beginningOf(content));
