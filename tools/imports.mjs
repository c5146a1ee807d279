// Checks the import rules of .dependency-cruiser.cjs, and prints violations.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const RULES = fileURLToPath(new URL('../.dependency-cruiser.cjs', import.meta.url));
/** All our folders; build output is excluded by the rules' own options. */
const FOLDERS = [
  'contract/src',
  'server/src',
  'server/demo',
  'server/tests',
  'web',
  'e2e',
  'bench',
  'tools',
  'deploy',
];

/** Makes dependency-cruiser parse JSX too, which it does not ask swc for. Must run before it imports swc. */
function readJsxToo() {
  const swc = require('@swc/core');
  if (swc.parseFileSync.readsJsx) return;
  const parse = swc.parseFileSync.bind(swc);
  const patched = Object.assign((file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') }), {
    readsJsx: true,
  });
  Object.defineProperty(swc, 'parseFileSync', { value: patched, configurable: true, enumerable: true });
}

/** The folder that a file belongs to: a noun, or a part of the web, with its subfolders. */
const FOLDER = /^(?:server\/src|web\/portal|web\/ops|web)\/[^/]+(?=\/)/;
const TEST = /\.test\.tsx?$|(?:^|\/)testing(?:\.tsx?$|\/)/;

/** @returns by folder, the folders that its files import, without tests; type imports count. */
function importsOfFolders(modules) {
  const imported = new Map();
  for (const { source, dependencies } of modules) {
    const from = FOLDER.exec(source)?.[0];
    if (!from || TEST.test(source)) continue;
    const all = imported.get(from) ?? imported.set(from, new Set()).get(from);
    for (const { resolved } of dependencies) {
      const to = FOLDER.exec(resolved)?.[0];
      if (to && to !== from && !TEST.test(resolved)) all.add(to);
    }
  }
  return imported;
}

/** @returns for each folder in an import cycle, one shortest cycle. */
export function folderCycles(modules) {
  const imported = importsOfFolders(modules);
  const cycles = [];
  for (const start of imported.keys()) {
    const ways = [[start]];
    const seen = new Set();
    for (const way of ways) {
      for (const next of imported.get(way.at(-1)) ?? []) {
        if (next === start) {
          cycles.push([...way, start]);
          ways.length = 0;
          break;
        }
        if (!seen.has(next)) ways.push([...way, next]);
        seen.add(next);
      }
    }
  }
  return cycles;
}

/** @returns the import violations of some folders, and how many modules and imports were read. */
export async function lookAtImports(root, folders) {
  readJsxToo();
  const { cruise } = await import('dependency-cruiser');
  const { forbidden, options } = require(RULES);
  const { enhancedResolveOptions, ...rest } = options;
  const cruiseOptions = { ...rest, ruleSet: { forbidden }, validate: true, baseDir: root };
  const { output } = await cruise(folders, cruiseOptions, enhancedResolveOptions);
  const { violations, totalCruised, totalDependenciesCruised } = output.summary;
  const refused = violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    from,
    to: cycle ? cycle.map((each) => each.name).join(' → ') : to,
  }));
  const cycles = folderCycles(output.modules);
  return { refused, cycles, modules: totalCruised, imports: totalDependenciesCruised };
}

/** @returns whether every import is allowed and enough modules were read: reading none would pass silently. */
export async function checkImports(root) {
  const { refused, cycles, modules, imports } = await lookAtImports(root, FOLDERS);
  for (const { rule, from, to } of refused) console.error(`${rule}: ${from} → ${to}`);
  for (const cycle of cycles) console.error(`no-folder-cycles: ${cycle.join(' → ')}`);
  console.log(
    `Imports: ${modules} modules, ${imports} dependencies, ${refused.length + cycles.length} violations.`,
  );
  return refused.length + cycles.length === 0 && modules > 1_000 && imports > 5_000;
}
