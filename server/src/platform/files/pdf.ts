/** Finds active content of a PDF: scripts, programs and attached files. */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflated = promisify(inflate);

/**
 * Maximum size of inflated object streams; those of a 5 MiB file are far smaller, and a decompression bomb is refused.
 */
const MOST_INFLATED_BYTES = 32 * 1024 * 1024;
/** Names of actions that run something, and of embedded files. */
const ACTIVE =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|EF|RichMedia|GoToE|ImportData|SubmitForm|XFA|Rendition)(?![^\s()<>[\]{}/%])/;
/** The same without names so short that compressed pictures contain them by chance. */
const ACTIVE_LONG =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|ImportData|SubmitForm)(?![^\s()<>[\]{}/%])/;
const STREAM = /stream\r?\n/g;
const OBJECT = /\d\s{1,5}\d{1,5}\s{1,5}obj\b/;
/** Number of characters before a stream that are searched for its dictionary. */
const DICTIONARY_CHARACTERS = 2_000;
const ZLIB_FILTERS = /^(?:FlateDecode|Fl)$/;

/** Names may be written with hexadecimal escapes: `/J#61vaScript`. */
const unescaped = (text: string) =>
  text.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * Returns whether a PDF contains JavaScript, an action that starts something, or an attached file, also within
 * compressed object streams; or objects that cannot be read here (encrypted, or in a filter other than Flate).
 */
export async function isActivePdf(content: Buffer): Promise<boolean> {
  const text = content.toString('latin1');
  const isEncrypted = /\/Encrypt(?![^\s()<>[\]{}/%])/.test(unescaped(text));
  let left = MOST_INFLATED_BYTES;
  let from = 0;
  STREAM.lastIndex = 0;
  for (let found = STREAM.exec(text); found; found = STREAM.exec(text)) {
    const start = found.index + found[0].length;
    const before = text.slice(from, found.index);
    if (ACTIVE.test(unescaped(before))) return true;
    const end = text.indexOf('endstream', start);
    const body = text.slice(start, end === -1 ? text.length : end);
    // Also searches data that only pretends to be a stream, to hide objects.
    const shown = unescaped(body);
    if (ACTIVE_LONG.test(shown) || (OBJECT.test(shown) && ACTIVE.test(shown))) return true;
    const dictionary = unescaped(before.slice(-DICTIONARY_CHARACTERS).split('endobj').at(-1)!);
    if (/\/First\b/.test(dictionary) && /\/N\b/.test(dictionary)) {
      if (isEncrypted) return true;
      const objects = await objectsOf(dictionary, Buffer.from(body, 'latin1'), left);
      if (objects === null || ACTIVE.test(unescaped(objects))) return true;
      left -= objects.length;
    }
    from = end === -1 ? text.length : end;
    STREAM.lastIndex = from + 'endstream'.length;
  }
  return ACTIVE.test(unescaped(text.slice(from)));
}

/** Returns the text of an object stream; null if it cannot be read. */
async function objectsOf(dictionary: string, body: Buffer, most: number): Promise<string | null> {
  const filter = /\/Filter\s{0,20}(?:\[([^\]]{0,200})\]|\/(\w{1,40}))/.exec(dictionary);
  const names = (filter?.[1] ?? (filter?.[2] ? `/${filter[2]}` : '')).match(/[^\s/]+/g) ?? [];
  if (/\/Filter\b/.test(dictionary) && names.length === 0) return null;
  if (/\/Predictor\s{1,5}(?:[2-9]|1\d)/.test(dictionary)) return null;
  if (!names.every((name) => ZLIB_FILTERS.test(name))) return null;
  let bytes = body;
  for (const _ of names) {
    try {
      bytes = await inflated(bytes, { maxOutputLength: Math.max(1, most), finishFlush: 2 });
    } catch {
      return null;
    }
  }
  return bytes.toString('latin1');
}
