import { DOC_PAGES, type DocPage, type DocsView, GUIDES, SEARCH_PATH } from '@daftar/contract/docs';
import { CodeChoice } from './call-card.tsx';
import { ErrorPages, statusesOf } from './errors.tsx';
import { plainTextAddress } from './plain.ts';
import { isProse, type Prose, proseOf } from './prose.ts';
import { ApiReference } from './reference.tsx';
import { SearchField, SearchPage } from './search-page.tsx';
import { type Locale, wordIn } from './text.ts';

const isGuide = (page: DocsView['page']) => (GUIDES as readonly DocsView['page'][]).includes(page);

/** The header names the guide for all pages beside it. */
const IN_HEADER = (Object.keys(DOC_PAGES) as DocPage[]).filter((each) => each === 'guide' || !isGuide(each));

/** The page's address, which has its reader's language. */
const plainAddressOf = ({ page, noun }: DocsView) =>
  page === 'search' ? SEARCH_PATH : `${DOC_PAGES[page]}${noun === null ? '' : `/${noun}`}`;

/** The page's address in a language; of the search with what is sought. */
const addressOf = (view: DocsView, locale: string) => {
  const query = view.query === '' ? '' : `&q=${encodeURIComponent(view.query)}`;
  return `${plainAddressOf(view)}?lang=${locale}${query}`;
};

/** Each language's own address, for search engines. */
function Alternates({ view }: { view: DocsView }) {
  const { origin, locale } = view;
  return (
    <>
      <link rel="canonical" href={`${origin}${addressOf(view, locale)}`} />
      <link rel="alternate" hrefLang="ar" href={`${origin}${addressOf(view, 'ar')}`} />
      <link rel="alternate" hrefLang="en" href={`${origin}${addressOf(view, 'en')}`} />
      <link rel="alternate" hrefLang="x-default" href={`${origin}${plainAddressOf(view)}`} />
    </>
  );
}

/** The product's mark, which leads somewhere. */
export function Mark({ href, name }: { href: string; name: string }) {
  return (
    <a className="brand" href={href}>
      <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden="true">
        <rect className="logo-ground" width="32" height="32" rx="8" />
        <path className="logo-page" d="M10 8.5h9.5a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3H10z" />
        <path className="logo-rings" d="M8.5 12h3M8.5 16h3M8.5 20h3" />
        <path className="logo-lines" d="M14.5 13.500h5M14.5 17h3.5" />
      </svg>
      {name}
    </a>
  );
}

function Header({ view }: { view: DocsView }) {
  const { locale, page } = view;
  const t = wordIn(locale);
  const other = locale === 'ar' ? 'en' : 'ar';
  return (
    <header className="head">
      <Mark href={`/docs?lang=${locale}`} name={t('brand')} />
      <SearchField view={view} />
      <nav aria-label={t('nav.label')}>
        {IN_HEADER.map((each) => (
          <a
            key={each}
            href={`${DOC_PAGES[each]}?lang=${locale}`}
            {...(each === page ? { 'aria-current': 'page' as const } : {})}
            {...(each === 'guide' && page !== 'guide' && isGuide(page) ? { 'aria-current': true } : {})}
          >
            {t(`nav.${each}`)}
          </a>
        ))}
        <a className="language" href={addressOf(view, other)} lang={other} hrefLang={other}>
          {t('otherLanguage')}
        </a>
      </nav>
    </header>
  );
}

/** The table of contents: this page's sections, in the reference the nouns, and of errors the statuses. */
function entriesOf(view: DocsView, prose: Prose | null): Entry[] {
  const t = wordIn(view.locale);
  if (view.page === 'search') return [];
  if (view.page === 'errors') {
    return statusesOf(view.errors).map(({ status, id }) => ({
      href: `/docs/errors?lang=${view.locale}#${id}`,
      title: `${status} ${t(`error.status.${status}`)}`,
      current: status === view.errors.find(({ code }) => code === view.noun)?.status,
    }));
  }
  return prose
    ? prose.sections.map(({ id, title }) => ({ href: `#${id}`, title, current: false }))
    : view.document.tags.map(({ name, description }) => ({
        href: `/docs/reference/${name}?lang=${view.locale}`,
        title: description,
        current: name === view.noun,
      }));
}

interface Entry {
  href: string;
  title: string;
  current: boolean;
}

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <>
      <p>{title}</p>
      <ul>
        {entries.map(({ href, title: name, current }) => (
          <li key={href}>
            <a className="entry" href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is beside the text: of a guide the other guides as well. */
function Contents({ view, prose }: { view: DocsView; prose: Prose | null }) {
  const { page, locale } = view;
  const t = wordIn(locale);
  const guides = GUIDES.map((each) => ({
    href: `${DOC_PAGES[each]}?lang=${locale}`,
    title: t(`nav.${each}`),
    current: each === page,
  }));
  const entries = entriesOf(view, prose);
  return (
    <nav className="contents" aria-label={t('contents')}>
      {(isGuide(page) || page === 'search') && <Entries title={t('guides')} entries={guides} />}
      {entries.length > 0 && <Entries title={t('contents')} entries={entries} />}
    </nav>
  );
}

/** Our own Markdown as HTML; the choice of languages stands below the heading. */
function ProseText({ prose: { html, hasChoice }, locale }: { prose: Prose; locale: Locale }) {
  const end = hasChoice ? html.indexOf('</h1>') + '</h1>'.length : 0;
  return (
    <>
      {hasChoice && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered at build's side.
        <div className="prose" dangerouslySetInnerHTML={{ __html: html.slice(0, end) }} />
      )}
      {hasChoice && <CodeChoice locale={locale} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered at build's side. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html.slice(end) }} />
    </>
  );
}

/** Renders the document. */
export function DocsDocument({ view, style }: { view: DocsView; style: string }) {
  const { locale, page, noun, document, origin } = view;
  const t = wordIn(locale);
  const prose = isProse(page) ? proseOf(page, view) : null;
  const part = page === 'errors' ? noun : document.tags.find(({ name }) => name === noun)?.description;
  const heading = prose?.title ?? part ?? t(page === 'search' ? 'search.title' : `nav.${page}`);
  return (
    <html lang={locale} dir={locale === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${heading} · ${t('brand')}`}</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {page === 'search' ? <meta name="robots" content="noindex" /> : <Alternates view={view} />}
        {prose && isProse(page) && (
          <link type="text/markdown" rel="alternate" href={plainTextAddress(page, locale)} />
        )}
        <style>{style}</style>
      </head>
      <body>
        <a className="skip" href="#main">
          {t('skip')}
        </a>
        <Header view={view} />
        <div className="columns">
          <Contents view={view} prose={prose} />
          <main id="main">
            {prose ? (
              <ProseText prose={prose} locale={locale} />
            ) : page === 'search' ? (
              <SearchPage view={view} />
            ) : page === 'errors' ? (
              <ErrorPages errors={view.errors} code={noun} locale={locale} origin={origin} />
            ) : (
              <ApiReference document={document} noun={noun} locale={locale} origin={origin} />
            )}
          </main>
        </div>
        <footer className="foot">
          {t('footer')} <a href={`/status?lang=${locale}`}>{t('status')}</a>
        </footer>
      </body>
    </html>
  );
}
