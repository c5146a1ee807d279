import { constants } from 'node:zlib';

/** Compression of replies. */
export const COMPRESSION = { threshold: 1024, encodings: ['br', 'gzip'] as ('br' | 'gzip')[] };

/**
 * Compression of files that are generated while streaming: for a CSV file of a million rows the result is five percent
 * larger than at the default level, in a seventh of the time.
 */
export const FILE_COMPRESSION = {
  ...COMPRESSION,
  brotliOptions: {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 1,
    },
  },
  zlibOptions: { level: 1 },
};
