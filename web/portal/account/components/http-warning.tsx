import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMode } from '../../shared/mode.ts';
import classes from './parts.module.css';

const PLAIN_HTTP = /^\s*http:/i;

/** Warns about an address without encryption in live mode; the specification allows it, so it can be saved. */
export function HttpWarning({ address }: { address: string }) {
  const { t } = useTranslation('account');
  const isShown = useMode() === 'live' && PLAIN_HTTP.test(address);
  return (
    <span role="status">
      {isShown && (
        <span className={classes.insecure}>
          <IconAlertTriangle size={16} aria-hidden />
          {t('urls.plainHttp')}
        </span>
      )}
    </span>
  );
}
