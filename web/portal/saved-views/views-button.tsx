import type { ViewList } from '@daftar/contract/saved-views';
import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import type { ListSearch } from '../../ui/list-search.ts';
import { PopupPanel, usePopup } from '../../ui/popup.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import named from '../shared/named-list.module.css';
import classes from './saved-views.module.css';

const ViewsPanel = lazy(() => import('./views-panel.tsx'));

interface SavedViewsProps {
  list: ViewList;
  search: ListSearch;
  /** The filters of the list: its range of days follows the calendar in a view. */
  fields: readonly FilterField[];
}

/** Views of a list by name: opens one, keeps what is shown as another. */
export function SavedViews(props: SavedViewsProps) {
  const { t } = useTranslation('common');
  const { popup, button } = usePopup('dialog');
  return (
    <>
      <Button
        {...button}
        variant="default"
        className={classes.button}
        leftSection={<IconBookmark size={16} aria-hidden />}
      >
        <span className={classes.word}>{t('views.label')}</span>
      </Button>
      <PopupPanel popup={popup} label={t('views.label')} position="bottom-start" trapFocus>
        <div className={named.panel}>
          <Suspense fallback={<Skeleton />}>
            <ViewsPanel {...props} onDone={() => popup.change(false)} />
          </Suspense>
        </div>
      </PopupPanel>
    </>
  );
}
