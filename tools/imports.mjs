// Checks the import rules of .dependency-cruiser.cjs, and prints violations.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

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

/** What the quick parser does not list as an import at a file's top: a call, a type's `import('…')`, `export {} from`. */
const ELSEWHERE = /\b(?:require|import)\s*(?:\(|\/[*/])|\bexport\s*\{\s*\}\s*from\b/;

/**
 * A file's imports and exports from others as statements, as swc would return them among all others; null where something
 * may be imported in another way. Listing them takes a tenth of the time that the whole tree of a file takes to cross over.
 */
function topOf(file) {
  const text = readFileSync(file, 'utf8');
  if (ELSEWHERE.test(text)) return null;
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) return null;
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const from = exported.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  return {
    type: 'Module',
    body: [
      ...imported.map((value) => ({
        type: 'ImportDeclaration',
        specifiers: [],
        source: { type: 'StringLiteral', value },
      })),
      ...from.map((value) => ({ type: 'ExportAllDeclaration', source: { type: 'StringLiteral', value } })),
    ],
  };
}

/**
 * Does something while dependency-cruiser parses quickly, and JSX too, which it does not ask swc for. Others who use swc in
 * this process get whole trees again afterwards.
 */
async function parsingQuickly(cruise) {
  const swc = require('@swc/core');
  const parse = swc.parseFileSync;
  const put = (value) =>
    Object.defineProperty(swc, 'parseFileSync', { value, configurable: true, enumerable: true });
  put((file, options) => topOf(file) ?? parse(file, { ...options, tsx: file.endsWith('.tsx') }));
  try {
    return await cruise();
  } finally {
    put(parse);
  }
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

/** Leaves out, as long as there are any, all that import none of those left: what is left is in a cycle or leads to one. */
function withoutEnds(imported) {
  const left = new Map([...imported].map(([name, all]) => [name, new Set(all)]));
  const importers = new Map();
  for (const [name, all] of left)
    for (const each of all) importers.set(each, [...(importers.get(each) ?? []), name]);
  const ends = [...importers.keys()].filter((name) => !left.get(name)?.size);
  for (const [name, all] of left) if (all.size === 0) left.delete(name);
  for (const end of ends) {
    for (const name of importers.get(end) ?? []) {
      const all = left.get(name);
      all?.delete(end);
      if (all?.size === 0) {
        left.delete(name);
        ends.push(name);
      }
    }
  }
  return left;
}

/** @returns for each folder in an import cycle, one shortest cycle. */
export function folderCycles(modules) {
  const imported = withoutEnds(importsOfFolders(modules));
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

/** Whether files may import each other in a cycle: some are left that import others that are left. */
function mayHaveCycles(modules) {
  const importsOf = ({ dependencies }) => new Set(dependencies.map(({ resolved }) => resolved));
  return withoutEnds(new Map(modules.map((module) => [module.source, importsOf(module)]))).size > 0;
}

/** @returns the import violations of some folders, and how many modules and imports were read. */
export async function lookAtImports(root, folders) {
  const { cruise } = await import('dependency-cruiser');
  const { forbidden, options } = require(RULES);
  const { enhancedResolveOptions, ...rest } = options;
  const look = async (rules) => {
    const ruleSet = { forbidden: rules };
    const all = { ...rest, ruleSet, validate: true, skipAnalysisNotInRules: true, baseDir: root };
    return (await parsingQuickly(() => cruise(folders, all, enhancedResolveOptions))).output;
  };
  // It looks for cycles at each import, a quarter of its time: it is asked where, once there may be one.
  let output = await look(forbidden.filter(({ to }) => !to.circular));
  if (mayHaveCycles(output.modules)) output = await look(forbidden);
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
