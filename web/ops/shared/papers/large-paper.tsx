import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../ui/use-phone.ts';
import { PaperContent, type ShownPaper } from './content.tsx';
import classes from './papers.module.css';

/** A paper as large as it takes to read a stamp, over the page it was opened from. */
export function LargePaper({ paper, onClose }: { paper: ShownPaper | null; onClose: () => void }) {
  const { t } = useTranslation('common');
  const phone = usePhone();
  return (
    <Modal
      opened={paper !== null}
      onClose={onClose}
      title={paper?.title}
      size="70rem"
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('close'), size: 40 }}
    >
      {paper && (
        <div className={classes.large}>
          <PaperContent {...paper} />
        </div>
      )}
    </Modal>
  );
}
