/**
 * Measures built files of the portal, gzip kB: what sign-in loads, what each screen loads of its own before its first paint,
 * and the dashboard's chart, the one part that may have more and comes afterwards. Fails if one is over its limit.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LOCALES = ['en', 'ar'];
const SIGN_IN = { js: 193, css: 15 };
const SCREEN = 60;
const CHART = 120;

const dist = new URL('./dist/portal/', import.meta.url);
const read = (file) => readFileSync(new URL(`.${file}`, dist));
const sizes = new Map();
const sizeOf = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(read(file), { level: 9 }).length);
  return sizes.get(file);
};
const size = (files, ending) =>
  files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + sizeOf(file), 0) / 1000;

/**
 * Measures the portal as it is built.
 * @returns each figure with its limit: `{ what, kilobytes, limit, files }`
 */
export function measure() {
  const html = read('/index.html').toString();
  const eager = JSON.parse(/const chunks = (\{.*?\});/s.exec(html)[1]);
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
  const every = (...names) => [...new Set([...named, ...names.flatMap((name) => eager[name])])];
  return [
    ...LOCALES.flatMap((locale) => signIn(every('all', locale, `auth:${locale}`), locale)),
    ...LOCALES.flatMap((locale) => screens(every('all', locale, 'session', `session:${locale}`), locale)),
    ...chart(new Set([named, Object.values(eager)].flat(2))),
  ];
}

const figure = (what, files, ending, limit) => ({
  what,
  files: files.length,
  kilobytes: size(files, ending),
  limit,
});

const signIn = (files, locale) => [
  figure(`sign-in ${locale}, JS`, files, '.js', SIGN_IN.js),
  figure(`sign-in ${locale}, CSS`, files, '.css', SIGN_IN.css),
];

/** What each screen loads of its own: neither the frame nor what every screen loads beside it. */
function screens(frame, locale) {
  const known = JSON.parse(read('/screens.json'));
  const paths = Object.keys(known).filter((name) => known[`${name}:${locale}`]);
  const loads = new Map(
    paths.map((path) => [path, new Set([...known[path], ...known[`${path}:${locale}`]])]),
  );
  const isOwn = (file) =>
    file.endsWith('.js') && !frame.includes(file) && ![...loads.values()].every((files) => files.has(file));
  return [...loads].map(([path, files]) =>
    figure(`${path} ${locale}, JS of its own`, [...files].filter(isOwn), '.js', SCREEN),
  );
}

/** Loaded before the first paint it is over any limit. */
function chart(before) {
  const files = readdirSync(new URL('assets/', dist)).filter((file) => /^chart-drawing-.*\.js$/.test(file));
  const isEarly = [...before].some((file) => /chart-drawing-/.test(file));
  const paths = files.map((file) => `/assets/${file}`);
  return [figure('chart, after the first paint, JS', paths, '.js', isEarly ? 0 : CHART)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { what, kilobytes, limit, files } of measure()) {
    const isOver = kilobytes > limit;
    console.log(`${what}: ${kilobytes.toFixed(1)} kB in ${files} files${isOver ? `: over ${limit}` : ''}`);
    if (isOver) process.exitCode = 1;
  }
}
