import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const portal = fileURLToPath(new URL('../web/portal/', import.meta.url));
const sources = (folder) =>
  readdirSync(`${portal}${folder}`, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}${file}`);
const read = (file) => readFileSync(`${portal}${file}`, 'utf8');

/** First segments of the portal's addresses after sign-in, as `paths/` writes them. */
const segments = new Set(
  sources('paths/')
    .filter((file) => file !== 'paths/auth.ts')
    .flatMap((file) => [...read(file).matchAll(/['`]\/([a-z-]+)/g)].map(([, segment]) => segment)),
);

/** Addresses of the portal typed as text: in quotes, behind a slash, and not a path of the API or an import. */
function typedAddresses(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/['"`]\/([a-z-]+)(?=[/?'"`$])/g);
  return [...found].filter(([, segment]) => segments.has(segment)).map(([address]) => address);
}

test('addresses of the portal are written in `paths/` alone, so that one is changed in one place', () => {
  expect(segments.size).toBeGreaterThan(15);
  expect(typedAddresses("to: '/invoices/create-invoice', also: '/settlements?x', `/orders?x`")).toHaveLength(
    3,
  );
  const files = sources('').filter((file) => !file.startsWith('paths/'));
  const typed = files.flatMap((file) => typedAddresses(read(file)).map((address) => `${file}: ${address}`));
  expect(typed).toEqual([]);
});
