// What new-noun.mjs writes for the portal.
import { json } from './server.mjs';

/** @returns texts by path. */
export function webFiles(forms) {
  const { noun, many, Many, title, titleAr, one, One, permission } = forms;
  const folder = `web/portal/${noun}`;
  return {
    [`web/portal/paths/${noun}.ts`]: `import type { ${many} } from '@daftar/contract/${noun}';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const ${many}Path = definePath<ListSearchParams<typeof ${many}.list>>('/${noun}');
`,
    [`${folder}/routes.tsx`]: `import { ${many}Path } from '../paths/${noun}.ts';
import { defineScreens } from '../shared/screen.ts';

export const ${one}Screens = defineScreens([
  {
    path: ${many}Path,${permission ? `\n    permission: '${permission}',` : ''}
    title: '${noun}:list.title',
    catalogues: ['${noun}'],
    page: () => import('./list-page.tsx'),
    nav: { label: 'shell:nav.${many}', icon: 'folder', section: 'selling', order: 50 },
  },
]);
`,
    [`${folder}/api.ts`]: `import { ${many} } from '@daftar/contract/${noun}';
import { useListSearch } from '../../ui/list-search.ts';
import { useListQuery } from '../shared/list-query.ts';

/** The list's state in the address and its rows. */
export function use${Many}() {
  const search = useListSearch(${many}.list, '${noun}');
  return { search, query: useListQuery(${many}.list, search) };
}
`,
    [`${folder}/list-page.tsx`]: `import type { ${One}Row } from '@daftar/contract/${noun}';
import { IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { SavedViews } from '../saved-views/index.ts';
import { use${Many} } from './api.ts';

function useColumns(): readonly Column<${One}Row>[] {
  const { t } = useTranslation('${noun}');
  return [
    {
      id: 'name',
      header: t('column.name'),
      card: 'title',
      skeleton: '9rem',
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      id: 'created_at',
      header: t('column.created'),
      skeleton: '8rem',
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
}

export default function ${Many}Page() {
  const { t } = useTranslation('${noun}');
  const { search, query } = use${Many}();
  const columns = useColumns();
  const filters: readonly FilterField[] = [{ kind: 'text', name: 'name', label: t('column.name') }];
  return (
    <ListPage
      title={t('list.title')}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        empty={{ icon: IconFolder, title: t('empty.title'), text: t('empty.text') }}
      />
    </ListPage>
  );
}
`,
    [`web/locales/en/${noun}.json`]: json({
      'list.title': title,
      'column.name': 'Name',
      'column.created': 'Created',
      'empty.title': 'Nothing here yet',
      'empty.text': 'What you add is listed here.',
    }),
    [`web/locales/ar/${noun}.json`]: json({
      'list.title': titleAr,
      'column.name': 'الاسم',
      'column.created': 'تاريخ الإضافة',
      'empty.title': 'لا يوجد شيء هنا بعد',
      'empty.text': 'ما تضيفه يظهر في هذه القائمة.',
    }),
  };
}
