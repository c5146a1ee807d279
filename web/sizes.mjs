/** Measures the sign-in page: gzip kB of JS and CSS of the built files. Fails over 190 and 15. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('./dist/portal/', import.meta.url);
const html = readFileSync(new URL('index.html', dist), 'utf8');
const eager = JSON.parse(/const chunks = (\{.*?\});/s.exec(html)?.[1] ?? '{}');
const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);

for (const locale of ['en', 'ar']) {
  const files = [
    ...new Set([
      ...named,
      ...(eager.all ?? []),
      ...eager[locale],
      ...(eager.auth ?? []),
      ...eager[`auth:${locale}`],
    ]),
  ];
  const size = (ending) =>
    files
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + gzipSync(readFileSync(new URL(`.${file}`, dist)), { level: 9 }).length, 0);
  const [js, css] = [size('.js') / 1000, size('.css') / 1000];
  console.log(`sign-in ${locale}: ${js.toFixed(1)} kB JS, ${css.toFixed(1)} kB CSS in ${files.length} files`);
  if (js > 190 || css > 15) process.exitCode = 1;
}
