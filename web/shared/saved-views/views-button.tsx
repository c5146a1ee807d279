import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PopupPanel, usePopup } from '../../ui/popup.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import named from '../named-list.module.css';
import classes from './saved-views.module.css';

/** Opens the views of a list. @param children draws them; calls its argument to close */
export function ViewsButton({ children }: { children: (onDone: () => void) => ReactNode }) {
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
          <Suspense fallback={<Skeleton />}>{children(() => popup.change(false))}</Suspense>
        </div>
      </PopupPanel>
    </>
  );
}
