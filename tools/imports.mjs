// Who may import whom, by .dependency-cruiser.cjs; prints what breaks a rule.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const RULES = fileURLToPath(new URL('../.dependency-cruiser.cjs', import.meta.url));
/** Everything that is ours; what is built is left out by the rules' own options. */
const FOLDERS = ['contract/src', 'server/src', 'web', 'e2e', 'bench', 'tools', 'deploy'];

/** dependency-cruiser asks swc for TypeScript without JSX; screens need it. Patched before it imports swc. */
function readJsxToo() {
  const swc = require('@swc/core');
  if (swc.parseFileSync.readsJsx) return;
  const parse = swc.parseFileSync.bind(swc);
  const patched = Object.assign((file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') }), {
    readsJsx: true,
  });
  Object.defineProperty(swc, 'parseFileSync', { value: patched, configurable: true, enumerable: true });
}

/** @returns the imports of some folders that break a rule, and how many modules and imports were seen. */
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
  return { refused, modules: totalCruised, imports: totalDependenciesCruised };
}

/** @returns whether every import is allowed, and enough of them were seen: a cruise that saw nothing passes silently. */
export async function checkImports(root) {
  const { refused, modules, imports } = await lookAtImports(root, FOLDERS);
  for (const { rule, from, to } of refused) console.error(`${rule}: ${from} → ${to}`);
  console.log(`Imports: ${modules} modules, ${imports} dependencies, ${refused.length} violations.`);
  return refused.length === 0 && modules > 1_000 && imports > 5_000;
}
