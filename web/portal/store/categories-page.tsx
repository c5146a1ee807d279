import type { Category } from '@daftar/contract/categories';
import { Button } from '@mantine/core';
import { IconCategory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable, type RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { ListFind } from '../../ui/table-search.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { editCategoryPath, newCategoryPath } from '../paths/store.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import {
  deleteCategory,
  exportCategories,
  prefetchCategories,
  refetchCategories,
  useCategories,
  useDeleteCategory,
} from './api.ts';
import columnClasses from './components/columns.module.css';
import { ImportButton } from './components/import-button.tsx';
import { StoreShell } from './components/store-shell.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchCategories(search);

function useColumns(): readonly Column<Category>[] {
  const { t } = useTranslation('store');
  const locale = useLocale();
  const mayEdit = useMay()('edit-category');
  return useMemo<readonly Column<Category>[]>(
    () => [
      {
        id: 'category',
        header: t('field.category'),
        card: 'title',
        skeleton: '9rem',
        cell: ({ id, category }) =>
          mayEdit ? (
            <Link to={editCategoryPath(id)} className={columnClasses.link}>
              <bdi>{category}</bdi>
            </Link>
          ) : (
            <bdi className={columnClasses.name}>{category}</bdi>
          ),
      },
      {
        id: 'sub_category',
        header: t('field.sub_categories'),
        plain: true,
        sortBy: false,
        skeleton: '14rem',
        cell: ({ sub_category }) => (
          <span className={columnClasses.tags}>
            {sub_category.map(({ id, name }) => (
              <bdi key={id} className={columnClasses.tag}>
                {name}
              </bdi>
            ))}
          </span>
        ),
      },
      {
        id: 'products_count',
        header: t('column.products'),
        sortBy: false,
        align: 'end',
        skeleton: '2rem',
        cell: ({ products_count }) => <bdi>{formatNumber(products_count, locale)}</bdi>,
      },
      {
        id: 'created_at',
        header: t('column.added'),
        card: 'none',
        minor: true,
        skeleton: '6rem',
        cell: ({ created_at }) => <DateText value={created_at} style="date" />,
      },
    ],
    [t, locale, mayEdit],
  );
}

function useRowActions(): (row: Category) => RowAction[] {
  const { t } = useTranslation(['store', 'common']);
  const may = useMay();
  const remove = useDeleteCategory();
  const ask = async ({ id, category }: Category) => {
    const agreed = await confirm({
      title: t('category.deleteTitle', { name: category }),
      text: t('category.deleteText'),
      confirm: t('action.delete'),
      danger: true,
    });
    if (agreed) await remove.run({ query: { category_id: id } });
  };
  return (row) => [
    ...(may('edit-category')
      ? [{ label: t('action.edit'), icon: IconPencil, to: editCategoryPath(row.id) }]
      : []),
    ...(may('delete-category')
      ? [{ label: t('action.delete'), icon: IconTrash, danger: true, onClick: () => void ask(row) }]
      : []),
  ];
}

const keyOf = (row: Category) => row.id;

/** What can be done with many categories. */
function useBulkActions(): readonly BulkAction<Category>[] {
  const { t } = useTranslation('store');
  const locale = useLocale();
  if (!useMay()('delete-category')) return [];
  return [
    {
      label: t('action.delete'),
      icon: IconTrash,
      danger: true,
      fits: ({ products_count }) => products_count === 0,
      ask: ({ length: count }) => ({
        title: t('category.deleteManyTitle', { count, number: formatNumber(count, locale) }),
        text: t('category.deleteManyText'),
      }),
      act: ({ id }) => deleteCategory(id),
      after: refetchCategories,
    },
  ];
}

/** `/category-management`: the categories of products. */
export default function CategoriesPage() {
  const { t } = useTranslation('store');
  const may = useMay();
  const { search, query } = useCategories();
  const columns = useColumns();
  const rowActions = useRowActions();
  const { selection, rows } = useSelection(query.data?.data, keyOf);
  const bulk = useBulkActions();
  const filters: readonly FilterField[] = [{ kind: 'text', name: 'keyword', label: t('filter.category') }];
  const add = may('add-category') && (
    <Button component={Link} to={newCategoryPath} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('category.add')}
    </Button>
  );
  return (
    <StoreShell>
      <ListPage
        title={t('category.list')}
        action={add}
        search={search}
        filters={filters}
        views={<SavedViews search={search} fields={filters} />}
        find={<ListFind search={search} name="keyword" label={t('category.find')} />}
        findOnPhone={false}
        tools={
          <>
            {may('import-category') && <ImportButton kind="categories" />}
            <ExportRows
              start={(choice, signal) => exportCategories(search, choice, signal)}
              selection={selection}
              fileName="daftar-categories.csv"
              disabled={query.data?.meta.total === 0}
            />
          </>
        }
      >
        <BulkActions
          selection={selection}
          rows={rows}
          rowKey={keyOf}
          rowName={(row) => row.category}
          actions={bulk}
        />
        <DataTable
          caption={t('category.list')}
          columns={columns}
          query={query}
          search={search}
          rowKey={keyOf}
          selection={selection}
          rowName={(row) => row.category}
          rowActions={rowActions}
          empty={{ icon: IconCategory, title: t('category.empty'), text: t('category.emptyText') }}
        />
      </ListPage>
    </StoreShell>
  );
}
