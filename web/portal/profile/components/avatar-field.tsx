import type { AuthenticatedMerchant } from '@daftar/contract/auth';
import { extensionOf, PICTURE_FILES } from '@daftar/contract/files';
import { profile } from '@daftar/contract/profile';
import { Button, FileButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, sentenceOf } from '../../../ui/errors.ts';
import { call } from '../../shared/call.ts';
import { notify } from '../../shared/notify.ts';
import { PersonAvatar } from '../../shared/person-avatar.tsx';
import classes from './section.module.css';

interface AvatarFieldProps {
  me: AuthenticatedMerchant;
  /** What the uploader answered; null while nothing was chosen. */
  held: string | null;
  onHold: (reference: string | null) => void;
}

const isPicture = (file: File) => (PICTURE_FILES.kinds as readonly string[]).includes(extensionOf(file.name));

/** One's picture: shown at once when chosen, kept with the next save, and put back by Reset. */
export function AvatarField({ me, held, onHold }: AvatarFieldProps) {
  const { t } = useTranslation(['profile', 'messages']);
  const [chosen, setChosen] = useState<string | null>(null);
  const [uploading, setUploading] = useState(false);
  const reset = useRef<() => void>(null);
  const name = `${me.first_name} ${me.last_name}`;

  useEffect(() => () => URL.revokeObjectURL(chosen ?? ''), [chosen]);
  // Saved, or given up: what is stored is shown again.
  useEffect(() => {
    if (held === null && !uploading) setChosen(null);
  }, [held, uploading]);

  const choose = async (file: File | null) => {
    if (!file) return;
    reset.current?.();
    if (!isPicture(file)) {
      notify.error(t(`messages:${PICTURE_FILES.refusal}`));
      return;
    }
    setChosen(URL.createObjectURL(file));
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

  return (
    <div className={classes.person}>
      <PersonAvatar name={name} avatar={me.avatar} preview={chosen} size={64} />
      <div className={classes.itemWords}>
        <bdi className={classes.fullName}>{name}</bdi>
        <span className={classes.text}>{t('avatar.note')}</span>
      </div>
      <div className={classes.actions}>
        <FileButton onChange={(file) => void choose(file)} accept="image/png,image/jpeg" resetRef={reset}>
          {(props) => (
            <Button {...props} loading={uploading}>
              {t('avatar.upload')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" disabled={held === null && chosen === null} onClick={() => onHold(null)}>
          {t('avatar.reset')}
        </Button>
      </div>
    </div>
  );
}
