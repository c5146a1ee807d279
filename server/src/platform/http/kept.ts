import zlib from 'node:zlib';
import { COMPRESSION } from './compression.ts';

type Compress<O> = (content: Buffer, options: O) => Buffer;

/** Compresses each buffer once, for as long as the buffer is in use. */
function once<O>(compress: Compress<O>): Compress<O> {
  const made = new WeakMap<Buffer, Buffer>();
  return (content, options) => {
    const known = made.get(content) ?? compress(content, options);
    made.set(content, known);
    return known;
  };
}

/**
 * Compression of content that is the same for everybody and kept as a buffer: once per encoding, better than content
 * compressed for one reader. Without a size limit, which would send it through a stream each time.
 */
export const KEPT_COMPRESSION = {
  ...COMPRESSION,
  syncThreshold: Number.POSITIVE_INFINITY,
  brotliOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } },
  zlib: {
    brotliCompressSync: once((content, options: zlib.BrotliOptions) =>
      zlib.brotliCompressSync(content, options),
    ),
    gzipSync: once((content, options: zlib.ZlibOptions) => zlib.gzipSync(content, options)),
  },
};

/** Built files have compressed versions beside them (`web/vite.compressed.ts`). */
export const COMPRESSED_FILES = {
  preCompressed: true,
  // For intermediate caches; the plugin does not set it.
  setHeaders: (reply: { setHeader(name: string, value: string): void }) =>
    reply.setHeader('vary', 'accept-encoding'),
};
