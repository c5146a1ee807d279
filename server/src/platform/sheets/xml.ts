import { SaxesParser } from 'saxes';
import { SheetProblem } from './problem.ts';

/** Tags and whatever else is marked up of one part: ten thousand rows of sixty-four cells are fewer. */
const MAXIMUM_MARKS = 3_000_000;
/** Characters of one tag, text or comment: the longest cell, every letter of it written as a reference, is about as long. */
const LONGEST_MARK = 256 * 1024;
const MAXIMUM_ATTRIBUTES = 100;
const MAXIMUM_DEPTH = 100;
/** Decoded in one go. */
const PIECE_BYTES = 64 * 1024;

export type Attributes = Readonly<Record<string, string>>;

/** What is told of an XML part, in its order. Names are without their prefix; what a tag contains lies between the two. */
export interface XmlListener {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** Text between two tags, references written out. It may come in several parts. */
  text?(text: string): void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML part once, from its beginning to its end, and halts after each piece. Each letter is looked at a bounded
 * number of times, whatever it is, and what is longer, wider or deeper than anything in a workbook is refused; so is a
 * document type, which could define entities and which workbooks never have.
 * @throws SheetProblem UnreadableFile
 */
export function* readXml(part: Uint8Array, listener: XmlListener): Generator<void> {
  const refuse = (): never => {
    throw new SheetProblem('UnreadableFile');
  };
  let marks = 0;
  let attributes = 0;
  let depth = 0;
  /** Characters that were read since something ended. */
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

/** The text of a part, a piece at a time: in UTF-8, or in UTF-16 where it begins with its mark. */
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

/** Excel writes characters that XML does not allow as `_x000D_`. */
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
