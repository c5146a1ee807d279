import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import { Copied } from './copied.tsx';
import classes from './directory.module.css';

interface DirectoryTokenProps {
  made: string | null;
  url: string;
  onClose: () => void;
}

/** Shows a new token once. A click outside does not close it. */
export function DirectoryToken({ made, url, onClose }: DirectoryTokenProps) {
  const { t } = useTranslation(['team', 'common']);
  const shown = useKept(made);
  return (
    <Dialog
      opened={made !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('directory.tokenTitle')}
    >
      <div className={classes.dialog}>
        <p>{t('directory.tokenText')}</p>
        <div>
          <div className={classes.label}>{t('directory.url')}</div>
          <Copied value={url} label={t('directory.copyUrl')} />
        </div>
        <div>
          <div className={classes.label}>{t('directory.token')}</div>
          <code className={classes.secret} data-testid="new-token">
            {shown}
          </code>
        </div>
        <div className={classes.buttons}>
          <CopyButton value={made ?? ''} label={t('directory.copyToken')} wide variant="filled" />
          <Button variant="default" onClick={onClose}>
            {t('common:done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
