import type { Sharp } from 'sharp';
import { Turns } from '../turns.ts';

/** The longest sides of the sizes in which each picture is rendered. */
export const SIZES = { small: 400, large: 1600 } as const;
export type Size = keyof typeof SIZES;

/** Larger pictures are refused before they are decoded: a good camera has 40 megapixels, an attack 900. */
const MAXIMUM_PIXELS = 40_000_000;

/** A re-encoded picture: bounded, upright, without the camera's metadata. */
export type Renditions = { type: 'image/png' | 'image/jpeg' } & Record<Size, Buffer>;

/** An unusable picture; `too-large` counts pixels, not bytes. */
export class BadPicture extends Error {
  readonly reason: 'broken' | 'too-large';
  readonly maximumPixels: number;

  constructor(reason: 'broken' | 'too-large', maximumPixels = MAXIMUM_PIXELS) {
    super(reason);
    this.reason = reason;
    this.maximumPixels = maximumPixels;
  }
}

/** Loads sharp with only the decoders that uploads need, to keep the attack surface small. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
  });
  return sharp;
}
let loading: ReturnType<typeof loadSharp> | null = null;

/** Returns sharp, loaded once. */
export function loadedSharp(): ReturnType<typeof loadSharp> {
  loading ??= loadSharp();
  return loading;
}

/**
 * A picture occupies a thread of libuv's pool for up to seconds, as do passwords and disk files, so two of the four
 * threads are left to those. A merchant's waiting pictures are limited because each holds up to 5 MiB.
 */
const turns = new Turns(2, 16);

/**
 * Renders the sizes of a picture whose type was detected from its content; null for rare kinds of bitmaps.
 * @param whose a merchant, whose pictures wait for each other.
 * @throws BadPicture; TooManyError 429
 */
export async function renderPicture(
  whose: number,
  content: Buffer,
  type: string,
): Promise<Renditions | null> {
  if (type === 'image/bmp' && !isPlainBitmap(content)) return null;
  const end = await turns.take(whose);
  try {
    return await render(content, type);
  } finally {
    end();
  }
}

async function render(content: Buffer, type: string): Promise<Renditions> {
  const sharp = await loadedSharp();
  try {
    const source =
      type === 'image/bmp'
        ? sharp(...(await bitmap(content)))
        : sharp(content, { limitInputPixels: MAXIMUM_PIXELS, failOn: 'truncated' });
    const { hasAlpha } = await source.metadata();
    // One size after the other takes half the memory of both at once.
    const small = await sized(source, 'small', hasAlpha);
    const large = await sized(source, 'large', hasAlpha);
    return { type: hasAlpha ? 'image/png' : 'image/jpeg', small, large };
  } catch (error) {
    if (error instanceof BadPicture) throw error;
    throw new BadPicture(/pixel limit/i.test((error as Error).message) ? 'too-large' : 'broken');
  }
}

function sized(source: Sharp, size: Size, hasAlpha: boolean): Promise<Buffer> {
  const side = SIZES[size];
  const shaped = source
    .clone()
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  return (hasAlpha ? shaped.png({ compressionLevel: 9 }) : shaped.jpeg({ quality: 82 })).toBuffer();
}

/** Offsets of fields in a BMP header. */
const BMP = { width: 18, height: 22, bitsPerPixel: 28 } as const;

/** Decodes a true-colour BMP, which libvips cannot read. */
async function bitmap(content: Buffer) {
  const width = Math.abs(content.readInt32LE(BMP.width));
  const height = Math.abs(content.readInt32LE(BMP.height));
  const bytes = content.readUInt16LE(BMP.bitsPerPixel) / 8;
  if (width * height > MAXIMUM_PIXELS) throw new BadPicture('too-large');
  // Uncompressed, so its sides must match its length.
  if (width * height * bytes > content.length) throw new BadPicture('broken');
  const { decode } = await import('fast-bmp');
  const { data, channels } = decode(content);
  const pixels = Buffer.from(data as Uint8Array<ArrayBuffer>);
  return [pixels, { raw: { width, height, channels: channels as 3 | 4 } }] as const;
}

/** Bitmaps with a palette or compressed rows, which no current browser writes, are stored unchanged. */
const isPlainBitmap = (content: Buffer) =>
  content.length > 54 && [24, 32].includes(content.readUInt16LE(BMP.bitsPerPixel));
