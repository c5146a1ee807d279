import cards from '@daftar/contract/data/test_cards.json' with { type: 'json' };
import type { DocPage, DocsView } from '@daftar/contract/docs';
import { EVENT_EXAMPLE, EXAMPLES } from '@daftar/contract/openapi-examples';
import { FIRST_VERSION, LATEST_VERSION } from '@daftar/contract/versions';
import { Marked } from 'marked';
import phpSample from '../../sdk/php/examples/quick-start.php?raw';
import pythonSample from '../../sdk/python/examples/quick_start.py?raw';
import typescriptSample from '../../sdk/typescript/examples/quick-start.mjs?raw';
import arChangelog from './content/ar/changelog.md?raw';
import arGuide from './content/ar/guide.md?raw';
import arPrivacy from './content/ar/privacy.md?raw';
import arTerms from './content/ar/terms.md?raw';
import arVersions from './content/ar/versions.md?raw';
import enChangelog from './content/en/changelog.md?raw';
import enGuide from './content/en/guide.md?raw';
import enPrivacy from './content/en/privacy.md?raw';
import enTerms from './content/en/terms.md?raw';
import enVersions from './content/en/versions.md?raw';
import { cardOutcome, type Locale, wordIn } from './text.ts';

/** The pages that are written in Markdown. */
export type ProsePage = Exclude<DocPage, 'reference' | 'errors'>;

const SOURCES: Record<Locale, Record<ProsePage, string>> = {
  en: { guide: enGuide, versions: enVersions, changelog: enChangelog, terms: enTerms, privacy: enPrivacy },
  ar: { guide: arGuide, versions: arVersions, changelog: arChangelog, terms: arTerms, privacy: arPrivacy },
};

/** The programs of the guide; tests run them. */
const SAMPLES: Readonly<Record<string, string>> = {
  typescript: typescriptSample,
  python: pythonSample,
  php: phpSample,
};

/** A section of a page, for its table of contents. */
export interface Section {
  id: string;
  title: string;
}

/** Prose as HTML. */
export interface Prose {
  title: string;
  html: string;
  sections: Section[];
}

const HEADING = /^(#{1,3}) (.+?)(?: \{#([\w-]+)\})?$/gm;

const cell = (text: string) => text.replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

function cardTable(locale: Locale): string {
  const t = wordIn(locale);
  const rows = cards
    .filter((card) => card.luhn)
    .map(({ number, brand, outcome }) => [`\`${number}\``, brand, cardOutcome(locale, outcome)]);
  const challenge = ['`4000000000003220`', 'visa', cardOutcome(locale, 'challenge')];
  return table([t('cards.number'), t('cards.brand'), t('cards.outcome')], [...rows, challenge]);
}

/** Keeps links within the site in the page's language. */
const inLanguage = (href: string, locale: Locale) =>
  href.startsWith('/') ? `${href}${href.includes('?') ? '&' : '?'}lang=${locale}` : href;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function markdownIn(locale: Locale): Marked {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, raw }) {
        const id = /\{#([\w-]+)\}/.exec(raw)?.[1];
        const html = this.parser.parseInline(tokens).replace(/ \{#[\w-]+\}/, '');
        return `<h${depth}${id ? ` id="${id}"` : ''}>${html}</h${depth}>\n`;
      },
      // Code is left-to-right in every language, and scrolls by keyboard where it is wider than the page.
      code: ({ text }) => `<pre dir="ltr" tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      codespan: ({ text }) => `<code dir="ltr">${escaped(text)}</code>`,
      link({ href, tokens }) {
        return `<a href="${escaped(inLanguage(href, locale))}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token) {
        const row = (cells: readonly (typeof token.header)[number][], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((each) => row(each, 'td')).join('');
        return `<div class="wide" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
      },
    },
  });
  return marked;
}

const markdown: Record<Locale, Marked> = { en: markdownIn('en'), ar: markdownIn('ar') };

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** An example body of a call, as JSON. */
function bodyOf(name: string): string {
  const example = EXAMPLES[name];
  if (!example) throw new Error(`The contract has no example of ${name}`);
  return json(example);
}

/** Whether a page is written in Markdown. */
export const isProse = (page: DocPage): page is ProsePage => page !== 'reference' && page !== 'errors';

/** A page's Markdown with its placeholders filled: the API's origin and limit, the contract's examples, events, test cards. */
export function sourceOf(page: ProsePage, { locale, origin, limit, document }: DocsView): string {
  const t = wordIn(locale);
  const webhooks = document.webhooks as Record<string, { post: { summary: string } }>;
  const events = table(
    [t('events.type'), t('events.when')],
    Object.entries(webhooks).map(([type, { post }]) => [`\`${type}\``, post.summary]),
  );
  return SOURCES[locale][page]
    .replaceAll('{{origin}}', origin)
    .replaceAll('{{limit}}', String(limit))
    .replaceAll(/\{\{body ([\w.-]+)\}\}/g, (_, name: string) => bodyOf(name))
    .replaceAll(/\{\{sample (\w+)\}\}/g, (_, name: string) => (SAMPLES[name] ?? '').trimEnd())
    .replace('{{event}}', json(EVENT_EXAMPLE))
    .replaceAll('{{firstVersion}}', FIRST_VERSION)
    .replaceAll('{{latestVersion}}', LATEST_VERSION)
    .replace('{{events}}', events)
    .replace('{{cards}}', cardTable(locale));
}

/** Renders a page of prose. */
export function proseOf(page: ProsePage, view: DocsView): Prose {
  const source = sourceOf(page, view);
  const headings = [...source.matchAll(HEADING)].map((match) => ({
    depth: match[1]!.length,
    title: match[2]!,
    id: match[3] ?? '',
  }));
  return {
    title: headings[0]?.title ?? '',
    html: markdown[view.locale].parse(source, { async: false }),
    sections: headings.filter(({ depth, id }) => depth === 2 && id !== ''),
  };
}
