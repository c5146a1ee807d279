import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { serverRoot } from '../paths.ts';

/** Compilations after which an unused cached result is evicted. */
const KEPT_FOR = 10;

const require = createRequire(import.meta.url);

/** One typeface with both scripts, in the two weights that documents use; read from files, never from the system. */
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
    // Templates can only read the workspace.
    typst.NodeCompiler.create({
      workspace: join(serverRoot, 'templates'),
      fontArgs: [{ fontBlobs: fonts() }],
    }),
  );
  return loading;
}

const templates = new Map<string, string>();

/**
 * Renders `server/templates/<name>.typ` as a PDF. The template reads `data` as `sys.inputs.data`: values, never markup,
 * so that nothing in it is executed. The same data gives the same bytes.
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
