/** Steps of setting up an authenticator, at sign-in and in the profile. Texts: catalogue `second-step`. */
import { Anchor, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AuthenticatorSecret } from '../../ui/authenticator-secret.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './authenticator.module.css';

/** Shows the secret, with a link that opens the app on the same device. */
export function AuthenticatorKey({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation('second-step');
  return (
    <AuthenticatorSecret secret={secret} uri={uri} picture={t('scan.picture')} copy={t('scan.copy')}>
      <Anchor href={uri} size="sm">
        {t('scan.open')}
      </Anchor>
    </AuthenticatorSecret>
  );
}

/** Shows the recovery codes once, to copy or download. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('second-step');
  const text = codes.join('\n');
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'daftar-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className={classes.recovery}>
      <p>{t('codes.text')}</p>
      <ul className={classes.codes} aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton value={text} label={t('codes.copy')} wide />
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          {t('codes.download')}
        </Button>
        <Button onClick={onDone}>{t('codes.kept')}</Button>
      </div>
    </div>
  );
}
