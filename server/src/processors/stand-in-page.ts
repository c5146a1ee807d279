/** The frame of every page of a stand-in. It works without JavaScript. */
import type { Locale } from '../platform/i18n/translate.ts';

const STYLE = `
:root { color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; background: #f3f4f6; color: #111827; }
main { box-sizing: border-box; max-inline-size: 28rem; margin-inline: auto; padding: 1rem; background: #fff; min-block-size: 100vh; }
main.wide { max-inline-size: 60rem; }
.mark { margin: 0; padding: .5rem 1rem; background: #92400e; color: #fff; text-align: center; }
h1 { font-size: 1.25rem; }
h2 { font-size: 1.1rem; margin-block-start: 2rem; }
p { overflow-wrap: anywhere; }
label { display: block; margin-block: .75rem .25rem; }
input { display: block; box-sizing: border-box; inline-size: 100%; min-block-size: 2.75rem; margin-block-start: .25rem; padding: .6rem; font: inherit; border: 1px solid #6b7280; border-radius: .375rem; }
button { inline-size: 100%; min-block-size: 2.75rem; margin-block: .25rem; padding: .7rem; font: inherit; border: 1px solid #1d4ed8; border-radius: .375rem; background: #1d4ed8; color: #fff; }
button.second { background: #fff; color: #1d4ed8; }
.error { color: #b3261e; }
.code { font-size: 1.75rem; text-align: center; letter-spacing: .1em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { padding: .4rem; text-align: start; vertical-align: top; border-block-end: 1px solid #d1d5db; }
td button, td input { inline-size: auto; padding: .3rem .6rem; display: inline-block; margin: 0; }
td input { inline-size: 6rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
li { border: 1px solid #d1d5db; border-radius: .5rem; padding: 1rem; }
li p { margin-block: .25rem; }
`;

/** Returns a page. All texts must be escaped markup. `mark`: the notice that no money moves here. */
export function standInPage(
  locale: Locale,
  {
    title,
    mark,
    content,
    isWide = false,
  }: { title: string; mark: string; content: string; isWide?: boolean },
): string {
  return `<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style>${STYLE}</style></head>
<body><p class="mark" role="note">${mark}</p><main${isWide ? ' class="wide"' : ''}><h1>${title}</h1>
${content}
</main></body></html>`;
}
