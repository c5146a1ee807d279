import { MAY_SHARE_VIEWS, SavedViewForm, type ViewList } from '@daftar/contract/saved-views';
import { ViewsPanel } from '../../shared/saved-views/views-panel.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import type { ListSearch } from '../../ui/list-search.ts';
import { useMay } from '../shared/permissions.ts';
import { useDeleteView, useSaveView, useUpdateView, useViews } from './api.ts';

interface ViewsProps {
  search: ListSearch & { list: ViewList };
  fields: readonly FilterField[];
  onDone: () => void;
}

/** The caller's views of a list, and those that the business shares. */
export default function Views({ search, ...shown }: ViewsProps) {
  const { list } = search;
  const { data, error, refetch } = useViews(list);
  const { run } = useDeleteView();
  const { send } = useSaveView();
  const update = useUpdateView();
  const may = useMay();
  return (
    <ViewsPanel
      {...shown}
      search={search}
      list={list}
      views={data?.data}
      error={error}
      onRetry={() => void refetch()}
      form={SavedViewForm}
      mayChange={may(undefined)}
      mayShare={may(MAY_SHARE_VIEWS)}
      onSave={async ({ name, query, period, is_shared }, idempotencyKey) =>
        (await send({ body: { list, name, query, period, is_shared }, idempotencyKey })).message
      }
      onRename={async (id, name) => (await update.send({ params: { id }, body: { name } })).message}
      onReplace={(id, { query, period }) => update.run({ params: { id }, body: { query, period } })}
      onRemove={(id) => run({ params: { id } })}
    />
  );
}
