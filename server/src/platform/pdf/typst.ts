import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { serverRoot } from '../paths.ts';

/** Compilations that a kept piece of work may lie idle before it is forgotten. */
const KEPT_FOR = 10;

const require = createRequire(import.meta.url);

/** One typeface that has both scripts, in the two weights that documents use; read as files, never from the system. */
function fonts(): Buffer[] {
  return ['ibm-plex-sans', 'ibm-plex-sans-arabic'].flatMap((family) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/${family}/package.json`));
    const name = family === 'ibm-plex-sans' ? 'IBMPlexSans' : 'IBMPlexSansArabic';
    return ['400Regular', '600SemiBold'].map((weight) =>
      readFileSync(join(folder, weight, `${name}_${weight}.ttf`)),
    );
  });
}

let loading: Promise<NodeCompiler> | undefined;

/** Loaded at the first document: its binary is large, and most processes never need it. */
async function compiler(): Promise<NodeCompiler> {
  loading ??= import('@myriaddreamin/typst-ts-node-compiler').then((typst) =>
    // The workspace is all that a template can read.
    typst.NodeCompiler.create({
      workspace: join(serverRoot, 'templates'),
      fontArgs: [{ fontBlobs: fonts() }],
    }),
  );
  return loading;
}

const templates = new Map<string, string>();

/**
 * Renders `server/templates/<name>.typ` as a PDF. `data` is what the template reads as `sys.inputs.data`: always
 * values, never markup, so that nothing in it is ever run. The same data gives the same bytes.
 */
export async function renderPdf(name: string, data: Record<string, unknown>): Promise<Buffer> {
  const typst = await compiler();
  const kept = templates.get(name);
  const mainFileContent = kept ?? readFileSync(join(serverRoot, 'templates', `${name}.typ`), 'utf8');
  if (kept === undefined) templates.set(name, mainFileContent);
  const pdf = typst.pdf(
    { mainFileContent, inputs: { data: JSON.stringify(data) } },
    { creationTimestamp: 0 },
  );
  typst.evictCache(KEPT_FOR);
  return pdf;
}
