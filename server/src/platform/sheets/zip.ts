import { inflateRawSync } from 'node:zlib';
import { SheetProblem } from './problem.ts';

/** Maximum number of entries; a workbook has a dozen and a few pictures. */
const MAXIMUM_ENTRIES = 2_000;
/** Maximum inflated bytes of one entry; twice as many as ten thousand rows of long descriptions have. */
const MAXIMUM_ENTRY_BYTES = 48 * 1024 * 1024;
/** Maximum inflated bytes of one file. */
const MAXIMUM_TOTAL_BYTES = 64 * 1024 * 1024;
/**
 * Maximum compression ratio: sheets compress to a fifth or a thirtieth, not to a thousandth. Small entries may have any
 * ratio.
 */
const MAXIMUM_RATIO = 200;
const SMALL_BYTES = 2 * 1024 * 1024;

/** Size of inflated chunks; Node's default of 16 KiB would create an array of hundreds to be joined. */
const INFLATED_CHUNK_BYTES = 1024 * 1024;

const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;

interface Entry {
  method: number;
  compressedBytes: number;
  offset: number;
}

/**
 * An archive in memory. Only requested entries are inflated, and never beyond a limit, whatever sizes the archive
 * claims: a bomb costs no more than a large sheet.
 */
export interface Archive {
  has(path: string): boolean;
  /** Reads an entry; null if there is none with that name. @throws SheetProblem if it is damaged or too large. */
  read(path: string): Buffer | null;
}

/** Reads the list of entries. @throws SheetProblem if this is not an archive, or of a kind that sheets never use. */
export function openArchive(content: Buffer): Archive {
  const entries = entriesOf(content);
  let left = MAXIMUM_TOTAL_BYTES;
  return {
    has: (path) => entries.has(path),
    read(path) {
      const entry = entries.get(path);
      if (!entry) return null;
      const inflated = contentOf(content, entry, Math.min(left, MAXIMUM_ENTRY_BYTES));
      left -= inflated.length;
      return inflated;
    },
  };
}

function entriesOf(content: Buffer): Map<string, Entry> {
  const end = endOf(content);
  const count = content.readUInt16LE(end + 10);
  let at = content.readUInt32LE(end + 16);
  if (count > MAXIMUM_ENTRIES) throw new SheetProblem('UnreadableFile');
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== CENTRAL_SIGNATURE) {
      throw new SheetProblem('UnreadableFile');
    }
    const flags = content.readUInt16LE(at + 8);
    const nameBytes = content.readUInt16LE(at + 28);
    // Some programs on Windows write backslashes, and some a leading slash.
    const name = content
      .toString('utf8', at + 46, at + 46 + nameBytes)
      .replaceAll('\\', '/')
      .replace(/^\/+/, '');
    // Bit 0: encrypted. Of two entries with one name the first counts.
    if ((flags & 1) === 0 && !entries.has(name)) {
      entries.set(name, {
        method: content.readUInt16LE(at + 10),
        compressedBytes: content.readUInt32LE(at + 20),
        offset: content.readUInt32LE(at + 42),
      });
    }
    at += 46 + nameBytes + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns the position of the archive's last record: at the very end, except for a comment. */
function endOf(content: Buffer): number {
  const first = Math.max(0, content.length - END_BYTES - LONGEST_COMMENT);
  for (let at = content.length - END_BYTES; at >= first; at -= 1) {
    if (content.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw new SheetProblem('UnreadableFile');
}

function contentOf(content: Buffer, entry: Entry, maximumBytes: number): Buffer {
  const { offset, compressedBytes, method } = entry;
  if (offset + 30 > content.length || content.readUInt32LE(offset) !== LOCAL_SIGNATURE) {
    throw new SheetProblem('UnreadableFile');
  }
  const start = offset + 30 + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28);
  const packed = content.subarray(start, start + compressedBytes);
  if (packed.length !== compressedBytes) throw new SheetProblem('UnreadableFile');
  if (method === 0 && packed.length <= maximumBytes) return packed;
  if (method !== 8) throw new SheetProblem('UnreadableFile');
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(
        1,
        Math.min(maximumBytes, Math.max(SMALL_BYTES, packed.length * MAXIMUM_RATIO)),
      ),
      chunkSize: INFLATED_CHUNK_BYTES,
    });
  } catch {
    // Damaged, or larger than any sheet.
    throw new SheetProblem('UnreadableFile');
  }
}
