import type { AuthenticatedMerchant } from '@daftar/contract/auth';
import { FILE_MAXIMUM_BYTES, PICTURE_FILES } from '@daftar/contract/files';
import { profile } from '@daftar/contract/profile';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, sentenceOf } from '../../../ui/errors.ts';
import { notify } from '../../../ui/notify.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { useFilePicture } from '../../../ui/uploaded-file.tsx';
import { call } from '../../shared/call.ts';
import { useMay } from '../../shared/permissions.ts';
import { PersonAvatar } from '../../shared/person-avatar.tsx';
import classes from './section.module.css';

interface AvatarFieldProps {
  me: AuthenticatedMerchant;
  /** The uploader's reply; null without a choice. */
  held: string | null;
  onHold: (reference: string | null) => void;
}

/** The person's picture: shown when chosen, stored with the next save, restored by Reset. */
export function AvatarField({ me, held, onHold }: AvatarFieldProps) {
  const { t } = useTranslation('profile');
  const [chosen, setChosen] = useState<File | null>(null);
  const [uploading, setUploading] = useState(false);
  const picture = useFilePicture(chosen);
  const name = `${me.first_name} ${me.last_name}`;
  const mayChange = useMay()(undefined);

  // After saving or resetting, the stored picture is shown.
  useEffect(() => {
    if (held === null && !uploading) setChosen(null);
  }, [held, uploading]);

  const send = async (file: File) => {
    setChosen(file);
    setUploading(true);
    const body = new FormData();
    body.append('image', file);
    try {
      onHold((await call(profile.uploadAvatar, { body })).data);
    } catch (error) {
      onHold(null);
      const [first] = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
      notify.error(first ?? sentenceOf(error, t));
    } finally {
      setUploading(false);
    }
  };

  const person = (
    <div className={classes.person}>
      <PersonAvatar name={name} avatar={me.avatar} preview={picture} size={64} />
      <bdi className={classes.fullName}>{name}</bdi>
    </div>
  );
  if (!mayChange) return person;
  return (
    <UploadField
      label={t('avatar.label')}
      hideLabel
      description={t('avatar.note')}
      rule={PICTURE_FILES}
      maximumBytes={FILE_MAXIMUM_BYTES}
      layout="plain"
      action={t('avatar.upload')}
      busy={uploading}
      onFiles={([file]) => file && void send(file)}
      actions={
        <Button variant="default" disabled={held === null && chosen === null} onClick={() => onHold(null)}>
          {t('avatar.reset')}
        </Button>
      }
    >
      {person}
    </UploadField>
  );
}
