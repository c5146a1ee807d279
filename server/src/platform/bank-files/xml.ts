/** Reads the elements of a bank's XML file with their positions, within limits. */
import { SaxesParser } from 'saxes';
import { xmlEncodingOf } from './encoding.ts';
import { BankFileProblem } from './problem.ts';
import { requireSize } from './statement.ts';

const MAX_ELEMENTS = 5_000_000;
const DEEPEST = 40;
const MAX_ATTRIBUTES = 20;
const LONGEST_TEXT = 4_000;
const PIECE_BYTES = 64 * 1024;

/** An element without its namespace. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: Element[];
  line: number;
  column: number;
}

/** Byte order marks, blanks, and characters with which modems frame files. */
const BEFORE = /^[\s\p{Cc}\p{Cf}]*/u;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Passes each element with one of these names to `take` when it ends, with its content; afterwards it is released. One
 * nested in another of them is passed first, and is not a child of the outer one. Document types, which could define
 * entities, are refused. The text is decoded by its byte order mark or declaration.
 * @returns the namespaces of the documents, including those within an envelope, or else of the root, and the encoding
 * @throws BankFileProblem, and errors of `take`
 */
export function readElements(
  content: Uint8Array,
  names: ReadonlySet<string>,
  take: (element: Element, path: readonly string[]) => void,
): { namespaces: readonly string[]; encoding: string } {
  requireSize(content);
  const encoding = xmlEncodingOf(content);
  const parser = new SaxesParser<{ xmlns: false; position: true }>({ position: true, xmlns: false });
  /** Number of lines before the first element or declaration, where XML allows nothing. */
  let above = 0;
  const place = () => ({ line: above + parser.line, column: parser.column + 1 });
  const refuse = (): never => {
    throw new BankFileProblem('BankFileUnreadable', place());
  };
  const path: string[] = [];
  const open: Element[] = [];
  const namespaces = new Set<string>();
  let rootNamespace = '';
  /** The namespace declarations of each open element. */
  const scopes: Readonly<Record<string, string>>[] = [];
  const namespaceOf = (name: string) => {
    const [, prefix] = /^([^:]+):/.exec(name) ?? [];
    const key = prefix ? `xmlns:${prefix}` : 'xmlns';
    return scopes.findLast((scope) => scope[key] !== undefined)?.[key] ?? '';
  };
  let elements = 0;
  let attributes = 0;
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) refuse();
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    const name = localName(tag.name);
    scopes.push(tag.attributes);
    if (path.length === 0) rootNamespace = namespaceOf(tag.name);
    if (name === 'Document') namespaces.add(namespaceOf(tag.name));
    path.push(name);
    if (elements > MAX_ELEMENTS || path.length > DEEPEST) refuse();
    if (open.length === 0 && !names.has(name)) return;
    open.push({ name, attributes: tag.attributes, text: '', children: [], ...place() });
  });
  const addText = (text: string) => {
    const current = open.at(-1);
    if (!current) return;
    // White space between elements, of any length, is not text.
    current.text = (current.text + text).trimStart();
    if (current.text.length > LONGEST_TEXT) refuse();
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    scopes.pop();
    const name = path.pop();
    const element = open.pop();
    if (!element) return;
    element.text = element.text.trimEnd();
    if (name !== undefined && names.has(name)) take(element, path);
    else open.at(-1)?.children.push(element);
  });
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    let isBefore = true;
    for (let from = 0; from < content.length; from += PIECE_BYTES) {
      let text = decoder.decode(content.subarray(from, from + PIECE_BYTES), { stream: true });
      if (isBefore) {
        const before = BEFORE.exec(text)![0];
        above += before.split('\n').length - 1;
        text = text.slice(before.length);
        isBefore = text === '';
      }
      parser.write(text);
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    // Bytes that are invalid in the encoding.
    if (error instanceof TypeError) refuse();
    throw error;
  }
  if (elements === 0) throw new BankFileProblem('BankFileOtherKind');
  return { namespaces: namespaces.size > 0 ? [...namespaces] : [rootNamespace], encoding };
}

/** Returns the elements at a path below another: `all(entry, 'NtryDtls/TxDtls')`. */
export function all(element: Element, path: string): Element[] {
  return path
    .split('/')
    .reduce(
      (found, name) => found.flatMap(({ children }) => children.filter((each) => each.name === name)),
      [element],
    );
}

/** Returns the first element at one of these paths. */
export function first(element: Element, ...paths: string[]): Element | undefined {
  for (const path of paths) {
    const [found] = all(element, path);
    if (found) return found;
  }
  return undefined;
}

/** Returns the text at the first of these paths; empty if there is none. */
export const textAt = (element: Element, ...paths: string[]): string => first(element, ...paths)?.text ?? '';

/** Returns the element at a path. @throws BankFileProblem BankFileFieldMissing */
export function required(element: Element, path: string): Element {
  const found = first(element, path);
  if (found) return found;
  const { name, line, column } = element;
  throw new BankFileProblem('BankFileFieldMissing', { line, column, field: `${name}/${path}` });
}

/** Builds the error of an invalid value. */
export const wrongValue = (
  { name, line, column, text }: Element,
  key: 'BankFileFieldWrong' | 'BankFileAmountWrong' | 'BankFileDayWrong' = 'BankFileFieldWrong',
): BankFileProblem => new BankFileProblem(key, { line, column, field: name, value: text });
