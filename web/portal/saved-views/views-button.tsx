import type { ViewList } from '@daftar/contract/saved-views';
import { lazy } from 'react';
import { ViewsButton } from '../../shared/saved-views/views-button.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import type { ListSearch } from '../../ui/list-search.ts';

const Views = lazy(() => import('./views.tsx'));

interface SavedViewsProps {
  /** Of a list that `VIEW_LISTS` of the contract names. */
  search: ListSearch & { list: ViewList };
  /** The filters of the list: its range of days follows the calendar in a view. */
  fields: readonly FilterField[];
}

/** Views of a list by name: opens one, keeps what is shown as another. */
export function SavedViews(props: SavedViewsProps) {
  return <ViewsButton>{(onDone) => <Views {...props} onDone={onDone} />}</ViewsButton>;
}
