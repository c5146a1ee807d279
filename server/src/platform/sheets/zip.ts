import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { SheetRefused } from './errors.ts';

const inflate = promisify(inflateRaw);

/** A workbook has a dozen entries and a picture here and there. */
const MAXIMUM_ENTRIES = 2_000;
/** Of one entry, inflated: ten thousand rows of long descriptions are half of this. */
const MAXIMUM_ENTRY_BYTES = 48 * 1024 * 1024;
/** Of everything that is read of one file. */
const MAXIMUM_TOTAL_BYTES = 64 * 1024 * 1024;

/** Node's own 16 KiB make an array of hundreds of a sheet, to be joined. */
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
 * An archive in memory. Nothing is inflated but what is asked for, and never past a bound, whatever sizes the
 * archive claims: a bomb costs no more than a large sheet.
 */
export interface Archive {
  has(path: string): boolean;
  /** An entry's bytes; null when there is none of that name. @throws SheetRefused when it is damaged or too large. */
  read(path: string): Promise<Buffer | null>;
}

/** Reads the list of entries. @throws SheetRefused when this is no archive, or one of a kind that sheets never are. */
export function openArchive(content: Buffer): Archive {
  const entries = entriesOf(content);
  let left = MAXIMUM_TOTAL_BYTES;
  return {
    has: (path) => entries.has(path),
    async read(path) {
      const entry = entries.get(path);
      if (!entry) return null;
      const inflated = await contentOf(content, entry, Math.min(left, MAXIMUM_ENTRY_BYTES));
      left -= inflated.length;
      return inflated;
    },
  };
}

function entriesOf(content: Buffer): Map<string, Entry> {
  const end = endOf(content);
  const count = content.readUInt16LE(end + 10);
  let at = content.readUInt32LE(end + 16);
  if (count > MAXIMUM_ENTRIES) throw new SheetRefused('UnreadableFile');
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== CENTRAL_SIGNATURE) {
      throw new SheetRefused('UnreadableFile');
    }
    const flags = content.readUInt16LE(at + 8);
    const nameBytes = content.readUInt16LE(at + 28);
    const name = content.toString('utf8', at + 46, at + 46 + nameBytes);
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

/** Where the archive's last record stands: at the very end, but for a comment. */
function endOf(content: Buffer): number {
  const first = Math.max(0, content.length - END_BYTES - LONGEST_COMMENT);
  for (let at = content.length - END_BYTES; at >= first; at -= 1) {
    if (content.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw new SheetRefused('UnreadableFile');
}

async function contentOf(content: Buffer, entry: Entry, maximumBytes: number): Promise<Buffer> {
  const { offset, compressedBytes, method } = entry;
  if (offset + 30 > content.length || content.readUInt32LE(offset) !== LOCAL_SIGNATURE) {
    throw new SheetRefused('UnreadableFile');
  }
  const start = offset + 30 + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28);
  const packed = content.subarray(start, start + compressedBytes);
  if (packed.length !== compressedBytes) throw new SheetRefused('UnreadableFile');
  if (method === 0 && packed.length <= maximumBytes) return packed;
  if (method !== 8) throw new SheetRefused('UnreadableFile');
  try {
    return await inflate(packed, {
      maxOutputLength: Math.max(1, maximumBytes),
      chunkSize: INFLATED_CHUNK_BYTES,
    });
  } catch {
    // Damaged, or larger than a sheet has any reason to be.
    throw new SheetRefused('UnreadableFile');
  }
}
