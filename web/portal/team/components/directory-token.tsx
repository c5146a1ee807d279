import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../shared/secret-dialog.tsx';
import { Copied } from './copied.tsx';
import classes from './directory.module.css';

interface DirectoryTokenProps {
  made: string | null;
  url: string;
  onClose: () => void;
}

/** Shows a new token once, with the address that the directory needs besides. */
export function DirectoryToken({ made, url, onClose }: DirectoryTokenProps) {
  const { t } = useTranslation('team');
  return (
    <SecretDialog
      title={t('directory.tokenTitle')}
      secret={made}
      label={t('directory.token')}
      copyLabel={t('directory.copyToken')}
      onClose={onClose}
    >
      <p>{t('directory.tokenText')}</p>
      <div>
        <div className={classes.label}>{t('directory.url')}</div>
        <Copied value={url} label={t('directory.copyUrl')} />
      </div>
    </SecretDialog>
  );
}
