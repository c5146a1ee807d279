import { extensionOf, isHeicName } from '@daftar/contract/files';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from './format.ts';
import { useLocale } from './locale.ts';
import classes from './uploaded-file.module.css';

interface UploadedFileProps {
  name: string;
  /** Whether it is a PDF, if its name does not tell. */
  isPdf?: boolean;
  /** Address of a small picture of it. */
  picture?: string | null;
  /** Opens it in a new tab. */
  onOpen?: () => void;
  onRemove?: () => void;
  /** Accessible name of the button that removes it. */
  removeLabel: string;
}

/** One file that an `UploadField` holds. */
export function UploadedFile(props: UploadedFileProps) {
  const { name, isPdf = extensionOf(name) === 'pdf', picture, onOpen, onRemove, removeLabel } = props;
  const { t } = useTranslation('common');
  const Icon = isPdf ? IconFileTypePdf : IconPhoto;
  const shown = (
    <>
      {picture ? (
        <img src={picture} alt="" className={classes.picture} />
      ) : (
        <Icon size={28} stroke={1.5} aria-hidden />
      )}
      <bdi className={classes.name}>{name}</bdi>
    </>
  );
  return (
    <div className={classes.file}>
      {onOpen ? (
        <button
          type="button"
          className={classes.open}
          onClick={onOpen}
          aria-label={t('upload.open', { name })}
        >
          {shown}
        </button>
      ) : (
        <span className={classes.open}>{shown}</span>
      )}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={removeLabel}
          onClick={(event) => {
            // This button goes with its file: the focus stays in the field.
            const field = event.currentTarget.closest('fieldset');
            (field?.querySelector<HTMLElement>('[data-choose]') ?? field)?.focus();
            onRemove();
          }}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

interface SendingFileProps {
  /** Accessible name of the progress bar. */
  label: string;
  /** From 0 to 1. */
  sent: number;
  onCancel: () => void;
}

/** One file on its way to the server. */
export function SendingFile({ label, sent, onCancel }: SendingFileProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  return (
    <div className={classes.sending}>
      <Progress value={sent * 100} aria-label={label} />
      <span className={classes.percent}>{formatPercent(Math.floor(sent * 100), locale)}</span>
      <Button size="xs" variant="subtle" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

/** Address of a picture that is a file on this device; null of other files. */
export function useFilePicture(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    // Few browsers draw an iPhone's format.
    if (!file?.type.startsWith('image/') || isHeicName(file.name)) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return address;
}

/** How long a tab that was opened may take to read its file. */
const OPENING_MS = 60_000;

/**
 * Opens a file in a new tab. The tab is opened within the press itself: Safari blocks one that is opened after waiting.
 * @param read fetches the file; an error closes the tab and is passed on.
 */
export async function openFile(read: () => Blob | Promise<Blob>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const address = URL.createObjectURL(await read());
    if (tab) {
      tab.opener = null;
      tab.location.replace(address);
    }
    setTimeout(() => URL.revokeObjectURL(address), OPENING_MS);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
