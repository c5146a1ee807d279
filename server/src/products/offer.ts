/** Products as shown to shoppers. */
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Page } from '../platform/lists/page.ts';
import { findProducts, listProducts, type ProductRow } from './store.ts';

export type { ProductRow } from './store.ts';

export type OfferSort = 'newest' | 'cheapest' | 'dearest';

const SORTS = {
  newest: { sortBy: 'created_at', sortType: 'desc' },
  cheapest: { sortBy: 'price', sortType: 'asc' },
  dearest: { sortBy: 'price', sortType: 'desc' },
} as const;

/** Lists one page of the products on sale. */
export function offeredProducts(
  db: Db,
  scope: Scope,
  query: {
    keyword: string;
    category: number | null;
    sub: number | null;
    sort: OfferSort;
    page: number;
    pageSize: number;
  },
): Promise<Page<ProductRow>> {
  const { keyword, category, sub, sort, page, pageSize } = query;
  return listProducts(db, scope, {
    paging: { page, pageSize, ...SORTS[sort] },
    filters: { keyword, category: category ?? undefined, sub_category: sub ?? undefined },
  });
}

/** Returns those of some ids that are on sale, unordered. */
export const productsOf = (db: Db, scope: Scope, ids: readonly number[]) => findProducts(db, scope, ids);
