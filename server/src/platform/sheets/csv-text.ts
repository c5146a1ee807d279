/** Decodes the text of a file and detects its delimiter. */
import { searchKey } from '@daftar/contract/search-key';
import { LINE_END } from './csv-records.ts';
import { SheetProblem } from './problem.ts';

export type CsvEncoding = 'auto' | 'utf-8' | 'windows-1256' | 'utf-16le';

/** Any C0 control character but white space, and the mark by which DOS ends a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const BINARY = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is removed.
const END_OF_FILE = /\u001a/g;
/** Number of bytes that decide whether text without a byte order mark is UTF-16. */
const SAMPLE_BYTES = 4_096;

/**
 * Decodes a file that arrives in pieces. A byte order mark decides; without one, the declared encoding; otherwise the
 * content.
 */
export class TextReader {
  readonly #declared: CsvEncoding;
  readonly #takesAll: boolean;
  #decoder: InstanceType<typeof TextDecoder> | null = null;
  #isFirst = true;

  /** @param takesAll keeps characters that do not belong in text, for a caller that reports them */
  constructor(declared: CsvEncoding = 'auto', takesAll = false) {
    this.#declared = declared;
    this.#takesAll = takesAll;
  }

  /** Decodes a piece. @throws SheetProblem WrongEncoding, InvalidFileType if it is not text */
  push(piece: Uint8Array): string {
    if (this.#isFirst) {
      this.#isFirst = false;
      const marked = encodingOf(piece);
      const encoding = marked ?? (this.#declared === 'auto' ? null : this.#declared);
      if (encoding) this.#decoder = new TextDecoder(encoding, { fatal: true });
    }
    // As long as everything is ASCII, the encoding does not matter.
    if (this.#decoder === null && !isAscii(piece))
      this.#decoder = new TextDecoder(guess(piece), { fatal: true });
    return this.#decode(piece);
  }

  /** Returns the rest. @throws as {@link push} */
  end(): string {
    return this.#decoder ? this.#decode() : '';
  }

  #decode(piece?: Uint8Array): string {
    let text: string;
    try {
      if (!this.#decoder) text = Buffer.from(piece!).toString('latin1');
      else text = piece ? this.#decoder.decode(piece, { stream: true }) : this.#decoder.decode();
    } catch {
      throw new SheetProblem('WrongEncoding');
    }
    if (!this.#takesAll && BINARY.test(text)) throw new SheetProblem('InvalidFileType');
    return text.includes('\u001a') ? text.replace(END_OF_FILE, '') : text;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const ASCII = /^[\u0000-\u007f]*$/;
const isAscii = (piece: Uint8Array) =>
  ASCII.test(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'));

/** Returns the encoding that the first bytes prove: by a byte order mark, or by UTF-16's zeros at every other byte. */
function encodingOf(first: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return 'utf-8';
  const sample = first.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]! += 1;
  });
  const [even = 0, odd = 0] = zeros;
  const likely = odd > even ? 'utf-16le' : 'utf-16be';
  const isLikely =
    first.length % 2 === 0 && Math.min(odd, even) === 0 && Math.max(odd, even) * 16 >= sample.length;
  return isLikely && isText(sample, likely) ? likely : null;
}

function isText(sample: Uint8Array, encoding: string): boolean {
  try {
    return !BINARY.test(new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true }));
  } catch {
    return false;
  }
}

/** Returns UTF-8 if the piece is valid, otherwise the encoding of "CSV" that Excel saves on an Arabic Windows. */
function guess(piece: Uint8Array): 'utf-8' | 'windows-1256' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(piece, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1256';
  }
}

/** Decodes a whole file. @throws as {@link TextReader.push} */
export function decodeText(content: Uint8Array, encoding: CsvEncoding = 'auto', takesAll = false): string {
  const reader = new TextReader(encoding, takesAll);
  return reader.push(content) + reader.end();
}

/** Column delimiters, the most common first. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The line by which a file tells Excel its delimiter. */
const SEP_LINE = /^"?sep=([^\w\s"]|\t)"?[,;\t| ]*(?:\r\n|\n|\r|$)/i;
/** Number of lines examined. */
const LINES = 100;

/** The delimiter of a text. */
export interface Dialect {
  delimiter: string;
  /** Length of a line such as `sep=;`, which is not a row; 0 if there is none. */
  skip: number;
}

/** Normalizes headings for comparison: without case, spaces, signs and Arabic diacritics. */
export const plainHeading = (heading: string) =>
  searchKey(heading.slice(0, 300)).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Finds the delimiter of a text by its beginning: the one that the file declares, the given one, the one that separates
 * most of the known headings, or the one that separates most lines into the same number of cells.
 * @param start without a byte order mark
 */
export function dialectOf(
  start: string,
  {
    delimiter,
    headings = [],
  }: { delimiter?: string | undefined; headings?: readonly string[] | undefined } = {},
): Dialect {
  const declared = SEP_LINE.exec(start);
  const skip = declared ? declared[0].length : 0;
  if (declared) return { delimiter: declared[1]!, skip };
  if (delimiter !== undefined) return { delimiter, skip };
  const known = new Set(headings.map(plainHeading).filter(Boolean));
  const lines = start
    .split(LINE_END, LINES + 1)
    .slice(0, LINES)
    .filter((line) => line.trim() !== '');
  const scores = DELIMITERS.map((mark) => {
    const rows = lines.map((line) => withoutQuoted(line).split(mark));
    const named = Math.max(
      0,
      ...rows.map((cells) => cells.filter((cell) => known.has(plainHeading(cell))).length),
    );
    const counts = new Map<number, number>();
    for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [width = 0, alike = 0] = [...counts].reduce(
      (most, each) => (each[1] > most[1] ? each : most),
      [0, 0],
    );
    return { mark, named, alike, width };
  });
  const best = scores.reduce((most, each) => {
    const order = each.named - most.named || each.alike - most.alike || each.width - most.width;
    return order > 0 ? each : most;
  });
  return { delimiter: best.mark, skip };
}

/** Removes the delimiters in a line's quoted cells. */
const withoutQuoted = (line: string) =>
  line.replace(/"([^"]*)"/g, (_, inside: string) => inside.replace(/[,;\t|]/g, ' '));
