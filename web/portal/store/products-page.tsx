import type { Product } from '@daftar/contract/products';
import { Button } from '@mantine/core';
import { IconExternalLink, IconPackage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { GoTo, Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { StatCards } from '../../ui/stat-card.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { forbiddenPath } from '../paths/errors.ts';
import { editProductPath, newProductPath } from '../paths/store.ts';
import { SavedViews } from '../saved-views/index.ts';
import { can as mayNow, useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import {
  deleteProduct,
  exportProducts,
  prefetchProducts,
  refetchProducts,
  useCategoryChoices,
  useDeleteProduct,
  useProducts,
  useStatistics,
  useSubCategoryChoices,
} from './api.ts';
import { ImportButton } from './components/import-button.tsx';
import { useProductColumns } from './components/product-columns.tsx';
import { StoreShell, useTabs } from './components/store-shell.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => {
  if (mayNow('products-list')) prefetchProducts(search);
};

function useFilterFields(category: string): readonly FilterField[] {
  const { t } = useTranslation('store');
  const choices = useCategoryChoices().data?.data ?? [];
  const subs = useSubCategoryChoices(category).data?.data ?? [];
  const optionsOf = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    { kind: 'text', name: 'keyword', label: t('filter.keyword') },
    { kind: 'text', name: 'product_name', label: t('field.product_name') },
    { kind: 'text', name: 'product_code', label: t('field.product_code') },
    { kind: 'amounts', from: 'price_from', to: 'price_to', label: t('field.price') },
    { kind: 'select', name: 'category', label: t('field.category'), options: optionsOf(choices) },
    // The sub-categories are loaded once a category is chosen.
    ...(subs.length > 0
      ? [
          {
            kind: 'select' as const,
            name: 'sub_category',
            label: t('field.sub_category'),
            options: optionsOf(subs),
          },
        ]
      : []),
    { kind: 'days', from: 'created_from', to: 'created_to', label: t('column.added') },
  ];
}

function Figures() {
  const { t } = useTranslation('store');
  const locale = useLocale();
  const query = useStatistics();
  const figures = query.data?.data;
  const number = (value: number) => formatNumber(value, locale);
  return (
    <StatCards
      isBrief
      label={t('figure.label')}
      count={4}
      error={query.error}
      onRetry={() => void query.refetch()}
      stats={
        figures && [
          { label: t('figure.total'), value: number(figures.total) },
          { label: t('figure.sales'), value: <Money amount={figures.sales} /> },
          { label: t('figure.newOrders'), value: number(figures.newOrders) },
          { label: t('figure.customer'), value: number(figures.customer) },
        ]
      }
    />
  );
}

/** The actions of a product. Everybody may copy its link. */
function useRowActions(): (row: Product) => RowAction[] {
  const { t } = useTranslation(['store', 'common']);
  const may = useMay();
  const remove = useDeleteProduct();
  const ask = async (product: Product) => {
    const agreed = await confirm({
      title: t('product.deleteTitle', { name: product.product_name }),
      text: t('product.deleteText'),
      confirm: t('action.delete'),
      danger: true,
    });
    if (agreed) await remove.run({ query: { product_id: product.id } });
  };
  return (row) => [
    { label: t('action.link'), icon: IconExternalLink, external: row.url },
    ...(may('edit-product')
      ? [{ label: t('action.edit'), icon: IconPencil, to: editProductPath(row.id) }]
      : []),
    ...(may('delete-product')
      ? [{ label: t('action.delete'), icon: IconTrash, danger: true, onClick: () => void ask(row) }]
      : []),
  ];
}

const keyOf = (row: Product) => row.id;

/** What can be done with many products. */
function useBulkActions(): readonly BulkAction<Product>[] {
  const { t } = useTranslation('store');
  const locale = useLocale();
  if (!useMay()('delete-product')) return [];
  return [
    {
      label: t('action.delete'),
      icon: IconTrash,
      danger: true,
      ask: ({ length: count }) => ({
        title: t('product.deleteManyTitle', { count, number: formatNumber(count, locale) }),
        text: t('product.deleteManyText'),
      }),
      act: ({ id }) => deleteProduct(id),
      after: refetchProducts,
    },
  ];
}

function Products() {
  const { t } = useTranslation('store');
  const can = useCan();
  const may = useMay();
  const { search, query } = useProducts();
  const columns = useProductColumns();
  const filters = useFilterFields(search.filters.category ?? '');
  const rowActions = useRowActions();
  const bulk = useBulkActions();
  const { selection, rows } = useSelection(query.data?.data, keyOf);
  const add = may('add-product') && (
    <Button component={Link} to={newProductPath} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('product.add')}
    </Button>
  );
  return (
    <ListPage
      title={t('tab.products')}
      action={add}
      insights={<Figures />}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="keyword" label={t('product.find')} />}
      findOnPhone={false}
      tools={
        <>
          {may('import-products') && <ImportButton kind="products" />}
          <ExportRows
            start={(choice, signal) => exportProducts(search, choice, signal)}
            selection={selection}
            fileName="daftar-products.csv"
            disabled={query.data?.meta.total === 0}
          />
        </>
      }
    >
      <BulkActions
        selection={selection}
        rows={rows}
        rowKey={keyOf}
        rowName={(row) => row.product_name}
        actions={bulk}
      />
      <DataTable
        caption={t('tab.products')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        selection={selection}
        rowName={(row) => row.product_name}
        {...(can('edit-product') ? { rowHref: (row: Product) => editProductPath(row.id) } : {})}
        rowActions={rowActions}
        empty={{ icon: IconPackage, title: t('product.empty'), text: t('product.emptyText') }}
      />
    </ListPage>
  );
}

/** `/my-items`: the products. People without permission are led to the first store screen that they may open. */
export default function ProductsPage() {
  const can = useCan();
  const [first] = useTabs();
  if (!can('products-list')) return <GoTo to={first?.path ?? forbiddenPath} />;
  return (
    <StoreShell>
      <Products />
    </StoreShell>
  );
}
