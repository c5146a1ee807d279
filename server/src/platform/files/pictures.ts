import type { Sharp } from 'sharp';

/** Longest sides of what is made of each picture. */
export const SIZES = { small: 400, large: 1600 } as const;
export type Size = keyof typeof SIZES;

/** More are refused before they are unpacked: 40 megapixels are a good camera, 900 are an attack. */
const MAXIMUM_PIXELS = 40_000_000;

/** A picture made anew: bounded, upright, without the camera's metadata. */
export type Renditions = { type: 'image/png' | 'image/jpeg' } & Record<Size, Buffer>;

/** A picture that cannot be used; `too-large` counts pixels, not bytes. */
export class BadPicture extends Error {
  readonly reason: 'broken' | 'too-large';

  constructor(reason: 'broken' | 'too-large') {
    super(reason);
    this.reason = reason;
  }
}

/** sharp with only the decoders that uploads need: each further one is one more thing to attack. */
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

/**
 * Makes the sizes of a picture whose type the content itself has named; null for a kind of bitmap that is rare.
 * @throws BadPicture
 */
export async function renderPicture(content: Buffer, type: string): Promise<Renditions | null> {
  if (type === 'image/bmp' && !isPlainBitmap(content)) return null;
  loading ??= loadSharp();
  const sharp = await loading;
  try {
    const source =
      type === 'image/bmp'
        ? sharp(...(await bitmap(content)))
        : sharp(content, { limitInputPixels: MAXIMUM_PIXELS, failOn: 'truncated' });
    const { hasAlpha } = await source.metadata();
    // The sizes follow one another: half the memory of both at once.
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

/** Where the header of a BMP keeps what is asked of it. */
const BMP = { width: 18, height: 22, bitsPerPixel: 28 } as const;

/** libvips reads no BMP: it is unpacked here, when it is of true colour. */
async function bitmap(content: Buffer) {
  const width = Math.abs(content.readInt32LE(BMP.width));
  const height = Math.abs(content.readInt32LE(BMP.height));
  const bytes = content.readUInt16LE(BMP.bitsPerPixel) / 8;
  if (width * height > MAXIMUM_PIXELS) throw new BadPicture('too-large');
  // Not packed, so its sides must fit its bytes.
  if (width * height * bytes > content.length) throw new BadPicture('broken');
  const { decode } = await import('fast-bmp');
  const { data, channels } = decode(content);
  const pixels = Buffer.from(data as Uint8Array<ArrayBuffer>);
  return [pixels, { raw: { width, height, channels: channels as 3 | 4 } }] as const;
}

/** Bitmaps with a palette or of packed rows, which no browser of today writes, are kept as they are. */
const isPlainBitmap = (content: Buffer) =>
  content.length > 54 && [24, 32].includes(content.readUInt16LE(BMP.bitsPerPixel));
