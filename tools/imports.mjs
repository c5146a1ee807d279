// Who may import whom, by .dependency-cruiser.cjs; prints what breaks a rule.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const FOLDERS = ['contract/src', 'server/src', 'web/portal', 'web/ui', 'web/pay', 'e2e'];

/** dependency-cruiser asks swc for TypeScript without JSX; screens need it. Patched before it imports swc. */
function readJsxToo() {
  const swc = require('@swc/core');
  const parse = swc.parseFileSync.bind(swc);
  const patched = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') });
  Object.defineProperty(swc, 'parseFileSync', { value: patched, configurable: true, enumerable: true });
}

/** @returns whether every import is allowed, and enough of them were seen: a cruise that saw nothing passes silently. */
export async function checkImports(root) {
  readJsxToo();
  const { cruise } = await import('dependency-cruiser');
  const { forbidden, options } = require(join(root, '.dependency-cruiser.cjs'));
  const { enhancedResolveOptions, ...rest } = options;
  const cruiseOptions = { ...rest, ruleSet: { forbidden }, validate: true, baseDir: root };
  const { output } = await cruise(FOLDERS, cruiseOptions, enhancedResolveOptions);
  const { violations, totalCruised, totalDependenciesCruised } = output.summary;
  for (const { rule, from, to, cycle } of violations) {
    const through = cycle ? cycle.map((each) => each.name).join(' → ') : to;
    console.error(`${rule.name}: ${from} → ${through}`);
  }
  console.log(
    `Imports: ${totalCruised} modules, ${totalDependenciesCruised} dependencies, ${violations.length} violations.`,
  );
  return violations.length === 0 && totalCruised > 150 && totalDependenciesCruised > 500;
}
