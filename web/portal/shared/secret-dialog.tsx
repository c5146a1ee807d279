import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useKept } from '../../ui/use-kept.ts';
import classes from './secret-dialog.module.css';

interface SecretDialogProps {
  title: string;
  /** Null while there is none to show. */
  secret: string | null;
  /** Names the secret where more than one value is shown. */
  label?: string;
  copyLabel: string;
  /** What is said above the secret. */
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a new secret once, to be copied. Neither a click outside nor Escape closes it. */
export function SecretDialog({ title, secret, label, copyLabel, children, onClose }: SecretDialogProps) {
  const { t } = useTranslation('common');
  const shown = useKept(secret);
  return (
    <Dialog
      opened={secret !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={title}
    >
      <div className={classes.body}>
        {children}
        <div>
          {label && <div className={classes.label}>{label}</div>}
          <code className={classes.secret} data-testid="new-secret">
            {shown}
          </code>
        </div>
        <div className={classes.buttons}>
          <CopyButton value={shown ?? ''} label={copyLabel} wide variant="filled" />
          <Button variant="default" onClick={onClose}>
            {t('done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
