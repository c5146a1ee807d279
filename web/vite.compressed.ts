import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(?:m?js|css|csv|json|svg|wasm)$/;
/** 11 takes three times as long, for a hundredth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Puts `<file>.br` and `<file>.gz` beside each file of a folder, which servers send instead of compressing it for each visitor. */
export function compressedFiles(folder: string): Plugin {
  const compress = { br: promisify(brotliCompress), gz: promisify(gzip) };
  return {
    name: 'daftar-compressed-files',
    async writeBundle({ dir = '.' }, bundle) {
      const files = Object.keys(bundle).filter(
        (name) => name.startsWith(`${folder}/`) && COMPRESSIBLE.test(name),
      );
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name);
          const content = await readFile(path);
          await Promise.all([
            writeFile(`${path}.br`, await compress.br(content, BROTLI)),
            writeFile(`${path}.gz`, await compress.gz(content)),
          ]);
        }),
      );
    },
  };
}
