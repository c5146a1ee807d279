import { DOCUMENT_FILES, type PICTURE_FILES } from '@daftar/contract/files';
import { encode } from 'fast-bmp';
import sharp from 'sharp';
import { storeFile } from '../../src/files/index.ts';
import type { Actor, TestServer } from './server.ts';

/** Calls the file routes as the owner; `present` supplies the server and owner of the running test. */
export function filesOf(present: () => { daftar: TestServer; owner: Actor }) {
  const send = (
    name: string,
    content: Buffer,
    rule: typeof DOCUMENT_FILES | typeof PICTURE_FILES = DOCUMENT_FILES,
  ) => {
    const file = { field: 'file', name, claimedType: 'image/jpeg', content };
    const { daftar, owner } = present();
    return storeFile(daftar.app, owner, { purpose: 'document', file, rule });
  };
  const read = (path: string, as: Actor | null = present().owner, query: Record<string, string> = {}) =>
    present().daftar.call({ path: `/merchant/storage/${path}`, mode: 'test', as, query });
  return { send, read };
}

/** A small picture of one colour that decodes. */
export function picture(options: { format?: 'png' | 'jpeg' | 'gif'; width?: number } = {}): Promise<Buffer> {
  const { format = 'png', width = 12 } = options;
  return sharp({ create: { width, height: 8, channels: 3, background: '#0a7' } })
    .toFormat(format)
    .toBuffer();
}

/** A small PDF, optionally with a script that claims to run when it is opened. */
export function pdf(script?: string): Buffer {
  const action = script ? `/OpenAction << /S /JavaScript /JS (${script}) >>` : '';
  return Buffer.from(
    `%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R ${action} >> endobj\n` +
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n' +
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >> endobj\n' +
      'trailer << /Root 1 0 R >>\n%%EOF\n',
  );
}

/** A bitmap that decodes, four pixels high. */
export const bitmap = (width = 10) =>
  Buffer.from(
    encode({
      width,
      height: 4,
      channels: 3,
      components: 3,
      bitsPerPixel: 24,
      data: new Uint8Array(width * 12).fill(90),
    }),
  );
