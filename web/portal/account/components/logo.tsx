import { PICTURE_FILES } from '@daftar/contract/files';
import { Button, FileButton } from '@mantine/core';
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRemoveLogo, useSaveLogo, useStoredPicture } from '../api.ts';
import classes from './parts.module.css';

/** The merchant's logo: seen, changed and taken away at once. */
export function Logo({ path, name }: { path: string; name: string }) {
  const { t } = useTranslation('account');
  const save = useSaveLogo();
  const remove = useRemoveLogo();
  const busy = save.isPending || remove.isPending;
  const picture = useStoredPicture(path);
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
            onChange={(file) => file && void save.run(file)}
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
              onClick={() => void remove.run()}
            >
              {t('logo.remove')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
