import { type DocsView, SEARCH_LONGEST, SEARCH_PATH } from '@daftar/contract/docs';
import { type Found, type Part, search } from './search.ts';
import { wordIn } from './text.ts';

/** The field in the header: a form like any other, so that it needs no script. */
export function SearchField({ view: { locale, query } }: { view: DocsView }) {
  const t = wordIn(locale);
  return (
    <search className="search">
      <form action={SEARCH_PATH}>
        <input type="hidden" name="lang" value={locale} />
        <input
          type="search"
          name="q"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          maxLength={SEARCH_LONGEST}
          defaultValue={query}
        />
        <button type="submit">{t('search.button')}</button>
      </form>
    </search>
  );
}

function Marked({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, isHit }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places.
    isHit ? <mark key={at}>{text}</mark> : text,
  );
}

function Result({ found, t }: { found: Found; t: (key: string) => string }) {
  const { kind, href, title, isCode, within, excerpt } = found;
  const isAddress = kind === 'call';
  return (
    <li>
      <p className="quiet">
        {t(`search.kind.${kind}`)}
        {within !== '' && ' · '}
        <bdi dir={isAddress ? 'ltr' : undefined}>{within}</bdi>
      </p>
      <a className="hit" href={href}>
        {isCode ? (
          <code dir="ltr">
            <Marked parts={title} />
          </code>
        ) : (
          <Marked parts={title} />
        )}
      </a>
      <p dir="auto">
        <Marked parts={excerpt} />
      </p>
    </li>
  );
}

/** What a query finds. */
export function SearchPage({ view }: { view: DocsView }) {
  const t = wordIn(view.locale);
  const { found, more } = search(view);
  const sought = view.query.trim();
  return (
    <>
      <h1>
        {t('search.title')}
        {sought !== '' && (
          <>
            {': '}
            <bdi>{sought}</bdi>
          </>
        )}
      </h1>
      {found.length === 0 && <p>{t(sought === '' ? 'search.hint' : 'search.nothing')}</p>}
      {found.length === 0 && sought !== '' && (
        <ul>
          {(['guide', 'reference', 'errors'] as const).map((page) => (
            <li key={page}>
              <a href={`/docs${page === 'guide' ? '' : `/${page}`}?lang=${view.locale}`}>
                {t(`nav.${page}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && (
        <ol className="found">
          {found.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once.
            <Result key={at} found={each} t={t} />
          ))}
        </ol>
      )}
      {more && <p className="quiet">{t('search.more')}</p>}
    </>
  );
}
