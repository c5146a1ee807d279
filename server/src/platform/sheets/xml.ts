import { SaxesParser } from 'saxes';
import { SheetProblem } from './problem.ts';

/** Maximum number of tags and other markup in one part; more than ten thousand rows of sixty-four cells have. */
const MAXIMUM_MARKS = 3_000_000;
/** Maximum length of one tag, text or comment: about the longest cell with every letter as a reference. */
const LONGEST_MARK = 256 * 1024;
const MAXIMUM_ATTRIBUTES = 100;
const MAXIMUM_DEPTH = 100;
/** Number of bytes decoded at once. */
const PIECE_BYTES = 64 * 1024;

export type Attributes = Readonly<Record<string, string>>;

/** Receives the content of an XML part in order. Names have no prefix; a tag's content lies between the two calls. */
export interface XmlListener {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** Text between two tags, with references resolved; may come in several calls. */
  text?(text: string): void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML part once, and yields after each chunk. Each character is examined a bounded number of times, and
 * anything longer, wider or deeper than a workbook is refused, as are document types, which could define entities.
 * @throws SheetProblem UnreadableFile
 */
export function* readXml(part: Uint8Array, listener: XmlListener): Generator<void> {
  const refuse = (): never => {
    throw new SheetProblem('UnreadableFile');
  };
  let marks = 0;
  let attributes = 0;
  let depth = 0;
  /** Characters since the last complete token. */
  let unfinished = 0;
  const mark = () => {
    unfinished = 0;
    marks += 1;
    if (marks > MAXIMUM_MARKS) refuse();
  };
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ position: false, xmlns: false });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('comment', mark);
  parser.on('processinginstruction', mark);
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAXIMUM_ATTRIBUTES) refuse();
  });
  parser.on('opentag', (tag) => {
    mark();
    depth += 1;
    if (depth > MAXIMUM_DEPTH) refuse();
    listener.open(localName(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag) => {
    unfinished = 0;
    depth -= 1;
    listener.close?.(localName(tag.name));
  });
  parser.on('text', (text) => {
    unfinished = 0;
    listener.text?.(text);
  });
  parser.on('cdata', (text) => {
    mark();
    listener.text?.(text);
  });
  for (const piece of piecesOf(part)) {
    unfinished += piece.length;
    parser.write(piece);
    if (unfinished > LONGEST_MARK) refuse();
    yield;
  }
  parser.close();
}

/** Decodes a part in chunks: UTF-8, or UTF-16 with a byte order mark. */
function* piecesOf(part: Uint8Array): Generator<string> {
  const isBigEndian = part[0] === 0xfe && part[1] === 0xff;
  const isWide = isBigEndian || (part[0] === 0xff && part[1] === 0xfe);
  const decoder = new TextDecoder(isBigEndian ? 'utf-16be' : isWide ? 'utf-16le' : 'utf-8');
  for (let from = 0; from < part.length; from += PIECE_BYTES) {
    yield decoder.decode(part.subarray(from, from + PIECE_BYTES), { stream: true });
  }
  yield decoder.decode();
}

/** Reads a small part to its end. */
export function readWholeXml(part: Uint8Array, listener: XmlListener): void {
  for (const _ of readXml(part, listener));
}

/** Decodes Excel's escapes (`_x000D_`) of characters that XML does not allow. */
export function unescapeExcel(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** An attribute of a tag, by its name without prefix. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  const own = attributes[name];
  if (own !== undefined) return own;
  return Object.entries(attributes).find(([each]) => each.endsWith(`:${name}`))?.[1];
}
