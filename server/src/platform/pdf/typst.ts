import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { dropOldest } from '../oldest.ts';
import { serverRoot } from '../paths.ts';
import { copyable } from './copyable.ts';
import { drawable, fonts } from './fonts.ts';

/** Compilations after which an unused cached result is evicted. */
const KEPT_FOR = 10;

let loading: Promise<NodeCompiler> | undefined;

/** Loaded at the first document: its binary is large, and most processes never need it. */
async function compiler(): Promise<NodeCompiler> {
  loading ??= import('@myriaddreamin/typst-ts-node-compiler').then((typst) =>
    // Templates can only read the workspace.
    typst.NodeCompiler.create({
      workspace: join(serverRoot, 'templates'),
      fontArgs: [{ fontBlobs: fonts() }],
    }),
  );
  return loading;
}

const templates = new Map<string, string>();

/** Documents kept in memory: an invoice that is opened again and again is rendered once. */
const DOCUMENTS = 32;
const documents = new Map<string, Promise<Buffer>>();
let rendered: Promise<unknown> = Promise.resolve();

/**
 * Renders `server/templates/<name>.typ` as a PDF. The template reads `data` as `sys.inputs.data`: values, never markup,
 * so that nothing in it is executed. The same data gives the same bytes. Rendering blocks the whole process, and
 * strangers can request it, so one document is rendered at a time, with other work in between.
 */
export function renderPdf(name: string, data: Record<string, unknown>): Promise<Buffer> {
  const json = JSON.stringify(data, (_, value) => (typeof value === 'string' ? drawable(value) : value));
  const key = createHash('sha256').update(`${name}\n${json}`).digest('base64');
  const kept = documents.get(key);
  if (kept) return kept;
  const pdf = rendered.then(() => setImmediate()).then(() => render(name, json));
  rendered = pdf.catch(() => undefined);
  documents.set(key, pdf);
  pdf.catch(() => documents.delete(key));
  dropOldest(documents, DOCUMENTS);
  return pdf;
}

async function render(name: string, json: string): Promise<Buffer> {
  const typst = await compiler();
  const kept = templates.get(name);
  const mainFileContent = kept ?? readFileSync(join(serverRoot, 'templates', `${name}.typ`), 'utf8');
  if (kept === undefined) templates.set(name, mainFileContent);
  const pdf = typst.pdf({ mainFileContent, inputs: { data: json } }, { creationTimestamp: 0 });
  typst.evictCache(KEPT_FOR);
  return copyable(pdf);
}
