/**
 * Measures built files of the portal, gzip kB. Fails if sign-in has over 190 of JS or 15 of CSS, if the dashboard has over 60 of
 * its own, or if its chart, the one part that may have more, has over 120 or is loaded before the first paint.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('./dist/portal/', import.meta.url);
const html = readFileSync(new URL('index.html', dist), 'utf8');
const eager = JSON.parse(/const chunks = (\{.*?\});/s.exec(html)?.[1] ?? '{}');
const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);

const size = (files, ending) =>
  files
    .filter((file) => file.endsWith(ending))
    .reduce((sum, file) => sum + gzipSync(readFileSync(new URL(`.${file}`, dist)), { level: 9 }).length, 0) /
  1000;
const fail = (wrong) => {
  if (wrong) process.exitCode = 1;
};
const every = (...names) => [...new Set([...named, ...names.flatMap((name) => eager[name] ?? [])])];

for (const locale of ['en', 'ar']) {
  const files = every('all', locale, 'auth', `auth:${locale}`);
  const [js, css] = [size(files, '.js'), size(files, '.css')];
  console.log(`sign-in ${locale}: ${js.toFixed(1)} kB JS, ${css.toFixed(1)} kB CSS in ${files.length} files`);
  fail(js > 190 || css > 15);
}

for (const locale of ['en', 'ar']) {
  const shared = every('all', locale, 'session', `session:${locale}`);
  const own = every('/dashboard', `/dashboard:${locale}`).filter((file) => !shared.includes(file));
  const js = size(own, '.js');
  console.log(`dashboard ${locale}: ${js.toFixed(1)} kB JS of its own in ${own.length} files`);
  fail(own.length === 0 || js > 60);
}

const chart = readdirSync(new URL('assets/', dist)).filter((file) => /^chart-drawing-.*\.js$/.test(file));
const before = Object.values(eager)
  .flat()
  .concat(named)
  .filter((file) => /chart-drawing-/.test(file));
const js = size(
  chart.map((file) => `/assets/${file}`),
  '.js',
);
console.log(`chart, after the first paint: ${js.toFixed(1)} kB JS in ${chart.length} file`);
fail(chart.length !== 1 || js > 120 || before.length > 0);
