import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import { type Shareable, SharePanel } from '../../payables/share-panel.tsx';
import classes from './created-modal.module.css';

interface CreatedModalProps {
  /** The new link; null before. */
  link: Shareable | null;
  onClose: () => void;
}

/** Shares a new link. Closing leads to the link's own screen. */
export function CreatedModal({ link, onClose }: CreatedModalProps) {
  const { t } = useTranslation('payment-links');
  const shown = useKept(link);
  return (
    <Dialog
      opened={link !== null}
      onClose={onClose}
      size="lg"
      returnFocus={false}
      title={
        <span className={classes.done}>
          <IconCircleCheck size={22} aria-hidden />
          {t('created.title')}
        </span>
      }
      classNames={{ title: classes.title }}
    >
      {shown && (
        <div className={classes.content}>
          <p className={classes.text}>{t('created.text')}</p>
          <SharePanel link={shown} />
          <Button variant="subtle" onClick={onClose}>
            {t('created.open')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
