import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import classes from '../operators.module.css';

/** An address that belongs into somebody else's form. */
export function Copied({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.copied}>
      <bdi dir="ltr">{value}</bdi>
      <CopyButton value={value} label={label} />
    </span>
  );
}

interface NewTokenProps {
  url: string;
  /** Null closes the dialog. */
  token: string | null;
  onClose: () => void;
}

/** Shows a new token of the directory, once. */
export function NewToken({ url, token, onClose }: NewTokenProps) {
  const { t } = useTranslation(['ops-operators', 'common']);
  const shown = useKept(token);
  return (
    <Dialog opened={token !== null} onClose={onClose} title={t('directory.tokenTitle')}>
      {shown && (
        <Stack gap="md">
          <p>{t('directory.tokenText')}</p>
          <div>
            <div className={classes.quiet}>{t('directory.url')}</div>
            <Copied value={url} label={t('directory.copyUrl')} />
          </div>
          <div>
            <div className={classes.quiet}>{t('directory.token')}</div>
            <CodeBlock text={shown} />
          </div>
          <Group gap="xs">
            <CopyButton value={shown} label={t('directory.copyToken')} wide variant="filled" />
            <Button variant="default" onClick={onClose}>
              {t('common:done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
