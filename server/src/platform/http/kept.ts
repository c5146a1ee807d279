import zlib from 'node:zlib';
import { COMPRESSION } from './compression.ts';

type Compress<O> = (content: Buffer, options: O) => Buffer;

/** Compresses each buffer once, for as long as somebody keeps it. */
function once<O>(compress: Compress<O>): Compress<O> {
  const made = new WeakMap<Buffer, Buffer>();
  return (content, options) => {
    const known = made.get(content) ?? compress(content, options);
    made.set(content, known);
    return known;
  };
}

/**
 * Compression of what is the same for everybody and kept as a buffer: once for each encoding, better than what is compressed for
 * one reader. Without a limit of size, which would send it through a stream each time.
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

/** Built files lie compressed beside themselves (`web/vite.compressed.ts`). */
export const COMPRESSED_FILES = {
  preCompressed: true,
  // For caches between: the plugin does not say so itself.
  setHeaders: (reply: { setHeader(name: string, value: string): void }) =>
    reply.setHeader('vary', 'accept-encoding'),
};
