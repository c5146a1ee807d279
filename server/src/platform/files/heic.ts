import { createRequire } from 'node:module';
import { FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import { ThreadPool, ThreadProblem, TooMuch } from '../threads/pool.ts';
import { Turns } from '../turns.ts';
import type { HeicProblem, HeicTask, Pixels } from './heic-thread.ts';
import code from './heic-thread.ts?thread';
import { BadPicture, loadedSharp } from './pictures.ts';

/** Maximum number of pixels: iPhones take photos of 12 or 24 megapixels. */
export const HEIC_MAXIMUM_PIXELS = 25_000_000;
/** Memory limit of decoding; a photo of 24 megapixels takes 203 MiB. */
const MAXIMUM_MEMORY_BYTES = 320 * 1024 ** 2;
/** The longest sides tried until the JPEG is no larger than an upload may be. */
const SIDES = [4096, 2048] as const;

/** A thread ends with its photo, because WebAssembly never releases memory. */
const threads = new ThreadPool<HeicTask, Pixels>(
  code,
  'heic',
  { milliseconds: 30_000, heapMegabytes: 128 },
  { kept: 0 },
);

/** One photo at a time, because each may take 400 MB. */
const turns = new Turns(1, 8);

const outside = createRequire(import.meta.url);

/**
 * Converts an iPhone photo (HEIC, HEIF) into an upright JPEG without metadata.
 * @param whose a merchant, whose photos wait for each other
 * @throws BadPicture; TooManyError 429
 */
export async function jpegOfHeic(whose: number, content: Uint8Array): Promise<Buffer> {
  const end = await turns.take(whose);
  try {
    return await encode(await decode(content));
  } finally {
    end();
  }
}

async function decode(content: Uint8Array): Promise<Pixels> {
  const task: HeicTask = {
    library: outside.resolve('libheif-js/libheif-wasm/libheif.js'),
    wasm: outside.resolve('libheif-js/libheif-wasm/libheif.wasm'),
    maximumPixels: HEIC_MAXIMUM_PIXELS,
    maximumMemoryBytes: MAXIMUM_MEMORY_BYTES,
  };
  try {
    for await (const pixels of threads.run(content, task)) return pixels;
  } catch (error) {
    if (error instanceof ThreadProblem)
      throw new BadPicture(error.problem as HeicProblem, HEIC_MAXIMUM_PIXELS);
    if (!(error instanceof TooMuch)) throw error;
  }
  throw new BadPicture('broken');
}

async function encode({ width, height, data }: Pixels): Promise<Buffer> {
  const sharp = await loadedSharp();
  let jpeg = Buffer.alloc(0);
  for (const side of SIDES) {
    jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toBuffer();
    if (jpeg.length <= FILE_MAXIMUM_BYTES) break;
  }
  return jpeg;
}
