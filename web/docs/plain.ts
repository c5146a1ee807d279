/** The pages for programs that read: plain Markdown, and the list of it all (https://llmstxt.org). */
import { DOC_PAGES, type DocPage, type DocsView } from '@daftar/contract/docs';
import { isProse, sourceOf } from './prose.ts';
import { type Locale, wordIn } from './text.ts';

/** Where the plain text of a page is. */
export const plainTextAddress = (page: DocPage, locale: Locale) => `/docs/${page}.md?lang=${locale}`;

const FENCE = '```';

/** Applies a change to prose and leaves code as it is: every second part between fences. */
const outsideCode = (source: string, change: (prose: string) => string): string =>
  source
    .split(FENCE)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join(FENCE);

/** Every error by its status: code, sentences, what to do. */
function errorsAsText({ locale, errors }: DocsView): string {
  const t = wordIn(locale);
  const entries = errors.map(
    ({ code, status, sentences, explanation }) =>
      `- \`${code}\` (${status}): ${sentences.join(' / ')} ${explanation}`,
  );
  return `# ${t('nav.errors')}\n\n${t('error.intro')}\n\n${entries.join('\n')}\n`;
}

/** A page as Markdown whose links work from anywhere; null for the reference, which `/openapi.json` holds. */
export function plainTextOf(view: DocsView): string | null {
  const { page, locale, origin } = view;
  if (page === 'errors') return errorsAsText(view);
  if (!isProse(page)) return null;
  return outsideCode(sourceOf(page, view), (prose) =>
    prose
      .replace(/ \{#[\w-]+\}$/gm, '')
      .replaceAll('](#', `](${origin}${DOC_PAGES[page]}?lang=${locale}#`)
      .replace(/\]\((\/[^)#]*)/g, `](${origin}$1?lang=${locale}`),
  );
}

/** `/llms.txt`: what there is to read, with a summary. */
export function listOf({ locale, origin, document }: DocsView): string {
  const t = wordIn(locale);
  const entry = (title: string, address: string, about: string) =>
    `- [${title}](${origin}${address})${about === '' ? '' : `: ${about}`}`;
  const page = (each: DocPage) => entry(t(`nav.${each}`), plainTextAddress(each, locale), t(`plain.${each}`));
  const sdk = (name: string, file: string) => entry(name, `/sdk/${file}`, '');
  const part = (title: string, entries: string[]) => `## ${title}\n\n${entries.join('\n')}\n`;
  const guide = (Object.keys(DOC_PAGES) as DocPage[]).filter(
    (each) => each !== 'reference' && each !== 'terms' && each !== 'privacy',
  );
  return [
    `# ${t('brand')}\n`,
    `> ${t('plain.summary')}\n`,
    `${t('plain.advice')}\n`,
    part(t('nav.guide'), guide.map(page)),
    part(t('nav.reference'), [
      entry('OpenAPI', `/openapi.json?lang=${locale}`, t('plain.openapi')),
      ...document.tags.map(({ name, description }) =>
        entry(description, `/docs/reference/${name}?lang=${locale}`, ''),
      ),
    ]),
    part(t('plain.sdks'), [
      sdk('TypeScript', 'daftar-typescript.tgz'),
      sdk('Python', 'daftar-python.tar.gz'),
      sdk('PHP', 'daftar-php.tar.gz'),
      sdk('WooCommerce', 'daftar-for-woocommerce.zip'),
    ]),
    // The standard's own word for what may be left out.
    part('Optional', (['terms', 'privacy'] as const).map(page)),
  ].join('\n');
}
