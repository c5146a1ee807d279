import { ATTACHMENT_FILES, FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from './locale.ts';
import { UploadField } from './upload-field.tsx';
import { formatMegabytes } from './upload-rules.ts';
import { openFile, UploadedFile, useFilePicture } from './uploaded-file.tsx';

interface AttachmentFieldProps {
  value: File | null;
  onChange: (file: File | null) => void;
  error: ReactNode;
  /** Words of another kind of document than an attachment to a message. */
  words?: { label: string; description: string; choose: string; clear: string };
}

/** A field for one document or picture that is sent with its form. */
export function AttachmentField({ value, onChange, error, words }: AttachmentFieldProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const picture = useFilePicture(value);
  const label = words?.label ?? t('attachment.label');
  return (
    <UploadField
      label={label}
      description={
        words?.description ?? t('attachment.help', { megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale) })
      }
      action={value ? t('upload.replace') : (words?.choose ?? t('attachment.choose'))}
      icon={IconPaperclip}
      rule={ATTACHMENT_FILES}
      maximumBytes={FILE_MAXIMUM_BYTES}
      error={error}
      pasteInForm
      onFiles={([file]) => onChange(file ?? null)}
    >
      {value && (
        <UploadedFile
          name={value.name}
          picture={picture}
          onOpen={() => void openFile(() => value)}
          onRemove={() => onChange(null)}
          removeLabel={words?.clear ?? t('attachment.clear')}
        />
      )}
    </UploadField>
  );
}
