import type { StoreView } from '@daftar/contract/storefront';
import { Icon } from '../pages/icons.tsx';
import type { Words } from '../pages/text.ts';
import { Cards, type PageOf } from './parts.tsx';

type Query = PageOf<'list'>['page']['query'];

/** The address of a list with its query. */
function addressOf(base: string, query: Partial<Query> & { page?: number }): string {
  const asked = new URLSearchParams();
  if (query.q) asked.set('q', query.q);
  if (query.category) asked.set('category', String(query.category));
  if (query.sub) asked.set('sub', String(query.sub));
  if (query.sort && query.sort !== 'newest') asked.set('sort', query.sort);
  if (query.page && query.page > 1) asked.set('page', String(query.page));
  const text = asked.toString();
  return text === '' ? base : `${base}?${text}`;
}

function Categories({ words, view, query }: { words: Words; view: StoreView; query: Query }) {
  if (view.categories.length === 0) return null;
  const chosen = view.categories.find(({ id }) => id === query.category);
  const link = (key: string, label: string, href: string, isCurrent: boolean) => (
    <li key={key}>
      <a href={href} aria-current={isCurrent ? 'page' : undefined}>
        <bdi>{label}</bdi>
      </a>
    </li>
  );
  return (
    <nav className="categories" aria-label={words.t('categories')}>
      <ul>
        {link('all', words.t('allProducts'), view.base, query.category === null)}
        {view.categories.map(({ id, name }) =>
          link(String(id), name, addressOf(view.base, { category: id }), query.category === id),
        )}
      </ul>
      {view.hasMoreCategories ? <p>{words.t('moreCategories')}</p> : null}
      {chosen ? (
        <ul className="subs">
          {chosen.subs.map(({ id, name }) =>
            link(String(id), name, addressOf(view.base, { category: chosen.id, sub: id }), query.sub === id),
          )}
        </ul>
      ) : null}
    </nav>
  );
}

function Search({ words, view, query }: { words: Words; view: StoreView; query: Query }) {
  return (
    <search>
      <form className="search" action={view.base} method="get">
        <label className="hidden" htmlFor="q">
          {words.t('search')}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={query.q}
          placeholder={words.t('search')}
          dir="auto"
        />
        {query.category ? <input type="hidden" name="category" value={query.category} /> : null}
        <label className="hidden" htmlFor="sort">
          {words.t('sort')}
        </label>
        <select id="sort" name="sort" defaultValue={query.sort}>
          {(['newest', 'cheapest', 'dearest'] as const).map((sort) => (
            <option key={sort} value={sort}>
              {words.t(`sort.${sort}`)}
            </option>
          ))}
        </select>
        <button type="submit">
          <Icon name="search" />
          <span>{words.t('searchGo')}</span>
        </button>
      </form>
    </search>
  );
}

/** The products of a store: all, of a category, or search results. */
export function ListPage({ words, view, page }: PageOf<'list'>) {
  const { query, products, total, lastPage } = page;
  const chosen = view.categories.find(({ id }) => id === query.category);
  const heading = query.q
    ? words.t('list.found', { query: query.q })
    : (chosen?.name ?? words.t('allProducts'));
  return (
    <div className="page">
      <Search words={words} view={view} query={query} />
      <Categories words={words} view={view} query={query} />
      <h1>
        <bdi>{heading}</bdi>
      </h1>
      {products.length === 0 ? (
        <div className="empty">
          <p>{words.t(query.q || query.category ? 'list.nothing' : 'list.empty')}</p>
          {query.q || query.category ? <a href={view.base}>{words.t('list.all')}</a> : null}
        </div>
      ) : (
        <>
          <p className="quiet">{words.t('list.count', { count: total })}</p>
          <Cards words={words} view={view} products={products} />
        </>
      )}
      {lastPage > 1 ? (
        <nav className="pages" aria-label={words.t('pages')}>
          {page.page > 1 ? (
            <a href={addressOf(view.base, { ...query, page: page.page - 1 })} rel="prev">
              {words.t('previous')}
            </a>
          ) : (
            <span />
          )}
          <span>{words.t('pageOf', { page: page.page, last: lastPage })}</span>
          {page.page < lastPage ? (
            <a href={addressOf(view.base, { ...query, page: page.page + 1 })} rel="next">
              {words.t('next')}
            </a>
          ) : (
            <span />
          )}
        </nav>
      ) : null}
    </div>
  );
}
