import { PICTURE_FILES } from '@daftar/contract/files';
import { Button, FileButton } from '@mantine/core';
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, sentenceOf } from '../../../ui/errors.ts';
import { notify } from '../../shared/notify.ts';
import { removeLogo, saveLogo, useStoredPicture } from '../api.ts';
import classes from './parts.module.css';

/** The merchant's logo: seen, changed and taken away at once. */
export function Logo({ path, name }: { path: string; name: string }) {
  const { t } = useTranslation('account');
  const [busy, setBusy] = useState(false);
  const picture = useStoredPicture(path);
  const run = async (act: () => Promise<{ message: string }>) => {
    setBusy(true);
    try {
      notify.success((await act()).message);
    } catch (error) {
      const [first] = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
      notify.error(first ?? sentenceOf(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.logo}>
      {path !== '' && picture ? (
        <img
          className={classes.picture}
          src={picture}
          alt={t('logo.of', { name })}
          width={100}
          height={100}
        />
      ) : (
        <span className={classes.picture} role="img" aria-label={t('logo.none')}>
          <IconPhoto size={32} stroke={1.5} aria-hidden />
        </span>
      )}
      <div className={classes.dialog}>
        <p className={classes.help}>{t('logo.help')}</p>
        <div className={classes.buttons}>
          <FileButton
            accept={PICTURE_FILES.kinds.map((kind) => `.${kind}`).join(',')}
            onChange={(file) => file && void run(() => saveLogo(file))}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={busy}
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                {t(path === '' ? 'logo.choose' : 'logo.change')}
              </Button>
            )}
          </FileButton>
          {path !== '' && (
            <Button
              variant="subtle"
              color="gray"
              disabled={busy}
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => void run(removeLogo)}
            >
              {t('logo.remove')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
