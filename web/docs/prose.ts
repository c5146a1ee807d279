import type { DocPage, DocsView } from '@daftar/contract/docs';
import { EVENT_DATA, EVENT_EXAMPLE, type EventExample } from '@daftar/contract/event-examples';
import { EXAMPLES } from '@daftar/contract/openapi-examples';
import { FIRST_VERSION, LATEST_VERSION } from '@daftar/contract/versions';
import { Marked } from 'marked';
import phpSample from '../../sdk/php/examples/quick-start.php?raw';
import phpWebhooks from '../../sdk/php/examples/webhooks.php?raw';
import pythonSample from '../../sdk/python/examples/quick_start.py?raw';
import pythonWebhooks from '../../sdk/python/examples/webhooks.py?raw';
import typescriptSample from '../../sdk/typescript/examples/quick-start.mjs?raw';
import typescriptWebhooks from '../../sdk/typescript/examples/webhooks.mjs?raw';
import { CODE_CLASS, type CodeLanguage } from './code.ts';
import arCard from './content/ar/card-payment.md?raw';
import arChangelog from './content/ar/changelog.md?raw';
import arErp from './content/ar/erp-invoices.md?raw';
import arGoingLive from './content/ar/going-live.md?raw';
import arGuide from './content/ar/guide.md?raw';
import arMcp from './content/ar/mcp.md?raw';
import arPrivacy from './content/ar/privacy.md?raw';
import arShop from './content/ar/shop.md?raw';
import arTerms from './content/ar/terms.md?raw';
import arTestData from './content/ar/test-data.md?raw';
import arVersions from './content/ar/versions.md?raw';
import arWebhooks from './content/ar/webhooks.md?raw';
import enCard from './content/en/card-payment.md?raw';
import enChangelog from './content/en/changelog.md?raw';
import enErp from './content/en/erp-invoices.md?raw';
import enGoingLive from './content/en/going-live.md?raw';
import enGuide from './content/en/guide.md?raw';
import enMcp from './content/en/mcp.md?raw';
import enPrivacy from './content/en/privacy.md?raw';
import enShop from './content/en/shop.md?raw';
import enTerms from './content/en/terms.md?raw';
import enTestData from './content/en/test-data.md?raw';
import enVersions from './content/en/versions.md?raw';
import enWebhooks from './content/en/webhooks.md?raw';
import { programOf } from './programs.ts';
import mcpSample from './samples/mcp.mjs?raw';
import { cardTable, methodTable, retryTable, scenarioTable, table } from './tables.ts';
import { type Locale, wordIn } from './text.ts';

/** The pages that are written in Markdown. */
export type ProsePage = Exclude<DocPage, 'reference' | 'errors'>;

const SOURCES: Record<Locale, Record<ProsePage, string>> = {
  en: {
    guide: enGuide,
    'card-payment': enCard,
    'erp-invoices': enErp,
    shop: enShop,
    webhooks: enWebhooks,
    'test-data': enTestData,
    'going-live': enGoingLive,
    mcp: enMcp,
    versions: enVersions,
    changelog: enChangelog,
    terms: enTerms,
    privacy: enPrivacy,
  },
  ar: {
    guide: arGuide,
    'card-payment': arCard,
    'erp-invoices': arErp,
    shop: arShop,
    webhooks: arWebhooks,
    'test-data': arTestData,
    'going-live': arGoingLive,
    mcp: arMcp,
    versions: arVersions,
    changelog: arChangelog,
    terms: arTerms,
    privacy: arPrivacy,
  },
};

/** The programs of the pages; tests run them. */
const SAMPLES: Readonly<Record<string, string>> = {
  typescript: typescriptSample,
  python: pythonSample,
  php: phpSample,
  mcp: mcpSample,
  'webhooks-typescript': typescriptWebhooks,
  'webhooks-python': pythonWebhooks,
  'webhooks-php': phpWebhooks,
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
  /** Whether it shows programs in the language that the reader chooses. */
  hasChoice: boolean;
}

const HEADING = /^(#{1,3}) (.+?)(?: \{#([\w-]+)\})?$/gm;

/** Code fences: what an editor calls each language, and the class by which the reader's choice shows it. */
const FENCE_LANGUAGE: Readonly<Record<CodeLanguage, string>> = {
  curl: 'sh',
  TypeScript: 'js',
  Python: 'python',
  PHP: 'php',
};

const programs = (name: string, view: DocsView) =>
  programOf(name, view)
    .map(([language, code]) => `\`\`\`${FENCE_LANGUAGE[language]} ${CODE_CLASS[language]}\n${code}\n\`\`\``)
    .join('\n\n');

/** Keeps links within the site in the page's language. */
function inLanguage(href: string, locale: Locale): string {
  if (!href.startsWith('/')) return href;
  const [address = '', id] = href.split('#');
  return `${address}${address.includes('?') ? '&' : '?'}lang=${locale}${id === undefined ? '' : `#${id}`}`;
}

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
      code({ text, lang = '' }) {
        const choice = lang.split(' ')[1];
        return `<pre${choice ? ` class="${choice}"` : ''} dir="ltr" tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
      codespan: ({ text }) => `<code dir="ltr">${escaped(text)}</code>`,
      // What is to be done: a box, and no field that takes nothing.
      checkbox: () => '<span class="todo" aria-hidden="true"></span> ',
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
export const isProse = (page: DocsView['page']): page is ProsePage =>
  page !== 'reference' && page !== 'errors' && page !== 'search';

/** A page's Markdown with its placeholders filled: the API's origin and limit, the contract's examples, events, test cards. */
export function sourceOf(page: ProsePage, view: DocsView): string {
  const { locale, origin, limit, document } = view;
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
    .replaceAll(/\{\{sample ([\w-]+)\}\}/g, (_, name: string) => (SAMPLES[name] ?? '').trimEnd())
    .replaceAll(/\{\{call ([\w-]+)\}\}/g, (_, name: string) => programs(name, view))
    .replace('{{event}}', json(EVENT_EXAMPLE))
    .replaceAll(/\{\{data ([\w.-]+)\}\}/g, (_, name: string) => json(EVENT_DATA[name as EventExample]))
    .replaceAll('{{firstVersion}}', FIRST_VERSION)
    .replaceAll('{{latestVersion}}', LATEST_VERSION)
    .replace('{{events}}', events)
    .replace('{{cards}}', () => cardTable(view))
    .replace('{{retries}}', () => retryTable(view))
    .replace('{{methods}}', () => methodTable(view))
    .replace('{{scenarios}}', () => scenarioTable(view));
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
    hasChoice: source.includes(` ${CODE_CLASS.curl}\n`),
    sections: headings.filter(({ depth, id }) => depth === 2 && id !== ''),
  };
}
