import type { NewKey } from '@daftar/contract/api-keys';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import classes from './parts.module.css';

/** Shows a new key once. A click outside does not close it. */
export function SecretModal({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const shown = useKept(made);
  const isSecret = shown?.key.startsWith('sk_') ?? false;
  return (
    <Dialog
      opened={made !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t(isSecret ? 'keys.madeSecret' : 'keys.madePublic')}
    >
      <div className={classes.dialog}>
        {isSecret && <p>{t('keys.madeText')}</p>}
        <code className={classes.secret} data-testid="new-key">
          {made?.key}
        </code>
        <div className={classes.buttons}>
          <CopyButton value={made?.key ?? ''} label={t('keys.copy')} wide variant="filled" />
          <Button variant="default" onClick={onClose}>
            {t('common:done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
