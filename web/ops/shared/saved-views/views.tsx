import { OpsSavedViewForm, opsSavedViews } from '@daftar/contract/ops-saved-views';
import { useQuery } from '@tanstack/react-query';
import { ViewsPanel } from '../../../shared/saved-views/views-panel.tsx';
import type { FilterField } from '../../../ui/filters.tsx';
import { call } from '../call.ts';
import { act, type OpsListSearch, queryOf, thenRefetch } from '../query.ts';

interface ViewsProps {
  search: OpsListSearch;
  fields: readonly FilterField[];
  onDone: () => void;
}

/** The operator's views of a list. */
export default function Views({ search, ...shown }: ViewsProps) {
  const { list } = search;
  const { data, error, refetch } = useQuery(queryOf(opsSavedViews.list, { query: { list } }));
  return (
    <ViewsPanel
      {...shown}
      search={search}
      list={list}
      views={data?.data}
      error={error}
      onRetry={() => void refetch()}
      form={OpsSavedViewForm}
      onSave={async ({ name, query, period, columns }) =>
        (await thenRefetch(call(opsSavedViews.create, { body: { list, name, query, period, columns } })))
          .message
      }
      onRename={async (id, name) =>
        (await thenRefetch(call(opsSavedViews.rename, { params: { id }, body: { name } }))).message
      }
      onRemove={(id) => act(() => call(opsSavedViews.delete, { params: { id } }))}
    />
  );
}
