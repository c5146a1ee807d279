import { MAY_SHARE_OPS_VIEWS, OpsSavedViewForm, opsSavedViews } from '@daftar/contract/ops-saved-views';
import { useQuery } from '@tanstack/react-query';
import { ViewsPanel } from '../../../shared/saved-views/views-panel.tsx';
import type { FilterField } from '../../../ui/filters.tsx';
import { call } from '../call.ts';
import { useMay } from '../operator.ts';
import { act, type OpsListSearch, queryOf, thenRefetch } from '../query.ts';

interface ViewsProps {
  search: OpsListSearch;
  fields: readonly FilterField[];
  onDone: () => void;
}

/** The operator's views of a list, and those that all share. */
export default function Views({ search, ...shown }: ViewsProps) {
  const { list } = search;
  const mayShare = useMay()(MAY_SHARE_OPS_VIEWS);
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
      mayShare={mayShare}
      onSave={async ({ name, query, period, columns, is_shared }) => {
        const body = { list, name, query, period, columns, is_shared };
        return (await thenRefetch(call(opsSavedViews.create, { body }))).message;
      }}
      onRename={async (id, name) =>
        (await thenRefetch(call(opsSavedViews.rename, { params: { id }, body: { name } }))).message
      }
      onRemove={(id) => act(() => call(opsSavedViews.delete, { params: { id } }))}
    />
  );
}
