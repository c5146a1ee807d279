import { FILE_MAXIMUM_BYTES, PHOTO_FILES } from '@daftar/contract/files';
import { Button } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../ui/locale.ts';
import { UploadField } from '../../../ui/upload-field.tsx';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import { useMay } from '../../shared/permissions.ts';
import { useRemoveLogo, useSaveLogo, useStoredPicture } from '../api.ts';
import classes from './parts.module.css';

/** Shows, changes and removes the merchant's logo. */
export function Logo({ path, name }: { path: string; name: string }) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const save = useSaveLogo();
  const remove = useRemoveLogo();
  const busy = save.isPending || remove.isPending;
  const picture = useStoredPicture(path);
  const may = useMay();
  const shown =
    path !== '' && picture ? (
      <img className={classes.picture} src={picture} alt={t('logo.of', { name })} width={100} height={100} />
    ) : (
      <span className={classes.picture} role="img" aria-label={t('logo.none')}>
        <IconPhoto size={32} stroke={1.5} aria-hidden />
      </span>
    );
  if (!may('view-settings')) return shown;
  return (
    <UploadField
      label={t('logo.title')}
      hideLabel
      description={t('logo.help', { megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale) })}
      rule={PHOTO_FILES}
      maximumBytes={FILE_MAXIMUM_BYTES}
      layout="plain"
      action={t(path === '' ? 'logo.choose' : 'logo.change')}
      busy={busy}
      onFiles={([file]) => file && void save.run(file)}
      actions={
        path !== '' && (
          <Button
            variant="subtle"
            color="gray"
            disabled={busy}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove.run()}
          >
            {t('logo.remove')}
          </Button>
        )
      }
    >
      {shown}
    </UploadField>
  );
}
