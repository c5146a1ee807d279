import type { EndpointWithSecret } from '@daftar/contract/webhook-endpoints';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import classes from './webhooks.module.css';

/** Shows an endpoint's secret once. A click outside does not close it. */
export function EndpointSecret({ made, onClose }: { made: EndpointWithSecret | null; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common']);
  return (
    <Dialog
      opened={made !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('secret.title')}
    >
      <div className={classes.rotate}>
        <p>{t('endpoints.secretOnce')}</p>
        <span className={classes.secret}>
          <code dir="ltr">{made?.secret}</code>
        </span>
        <div className={classes.buttons}>
          <CopyButton value={made?.secret ?? ''} label={t('secret.copy')} wide variant="filled" />
          <Button variant="default" onClick={onClose}>
            {t('common:done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
