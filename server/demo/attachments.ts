/** Documents of fictitious merchants, drawn by code. */
import { DOCUMENT_FILES } from '@daftar/contract/files';
import { storeFile } from '../src/files/index.ts';
import type { App, Caller } from '../src/platform/context.ts';
import type { UploadedFile } from '../src/platform/http/multipart.ts';
import { renderPdf } from '../src/platform/pdf/typst.ts';

/** The content of a document. */
export interface DemoPaper {
  title: string;
  issuer: string;
  lines: readonly (readonly [label: string, value: string])[];
  note?: string;
}

const keep = async (app: App, caller: Caller, name: string, content: Buffer): Promise<string> => {
  const file = { field: 'file', name, claimedType: '', content };
  return (await storeFile(app, caller, { purpose: 'document', file, rule: DOCUMENT_FILES })).path;
};

/** A document as an upload with a message. */
export async function sentPaper(name: string, paper: DemoPaper): Promise<UploadedFile> {
  const content = await renderPdf('demo-paper', { note: '', ...paper });
  return { field: 'attachment', name: `${name}.pdf`, claimedType: '', content };
}

/** Stores a document as a PDF. @returns its path */
export async function pdfPaper(app: App, caller: Caller, name: string, paper: DemoPaper): Promise<string> {
  const content = await renderPdf('demo-paper', { note: '', ...paper });
  return keep(app, caller, `${name}.pdf`, content);
}

interface Block {
  left: number;
  top: number;
  width: number;
  height: number;
  colour: string;
}

const drawn = async (width: number, height: number, background: string, blocks: readonly Block[]) => {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width, height, channels: 3, background } }).composite(
    blocks.map(({ left, top, width, height, colour: background }) => ({
      input: { create: { width, height, channels: 3, background } },
      left,
      top,
    })),
  );
};

/** Stores a picture of an identity card without a person, with bars for text. @returns its path */
export async function cardPicture(app: App, caller: Caller, name: string): Promise<string> {
  const bars = [120, 190, 260, 360, 430].map((top, place) => ({
    left: 420,
    top,
    width: [430, 360, 400, 300, 380][place]!,
    height: 34,
    colour: '#46605f',
  }));
  const picture = await drawn(960, 600, '#dfe7e2', [
    { left: 30, top: 30, width: 900, height: 540, colour: '#f4f1e6' },
    { left: 30, top: 30, width: 900, height: 56, colour: '#0f5c5c' },
    { left: 80, top: 130, width: 270, height: 340, colour: '#c9d3cf' },
    { left: 155, top: 180, width: 120, height: 130, colour: '#8fa39d' },
    { left: 115, top: 330, width: 200, height: 140, colour: '#8fa39d' },
    ...bars,
    { left: 80, top: 505, width: 770, height: 26, colour: '#46605f' },
  ]);
  return keep(app, caller, `${name}.jpg`, await picture.jpeg().toBuffer());
}

/** Stores a logo of squares. @returns its path */
export async function logoPicture(app: App, caller: Caller, colour: string): Promise<string> {
  const steps = [0, 1, 2].map((step) => ({
    left: 120 + 90 * step,
    top: 300 - 90 * step,
    width: 80,
    height: 80,
    colour: '#ffffff',
  }));
  const picture = await drawn(500, 500, colour, steps);
  return keep(app, caller, 'logo.png', await picture.png().toBuffer());
}
