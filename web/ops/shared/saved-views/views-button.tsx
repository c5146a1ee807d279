import { lazy } from 'react';
import { ViewsButton } from '../../../shared/saved-views/views-button.tsx';
import type { FilterField } from '../../../ui/filters.tsx';
import type { OpsListSearch } from '../query.ts';

// What is kept is checked by the queries of all lists of the console: they are loaded once somebody opens their views.
const Views = lazy(() => import('./views.tsx'));

/** The operator's views of a list by name: opens one, keeps what is shown as another. */
export function SavedViews(props: { search: OpsListSearch; fields: readonly FilterField[] }) {
  return <ViewsButton>{(onDone) => <Views {...props} onDone={onDone} />}</ViewsButton>;
}
