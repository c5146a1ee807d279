import { DOCUMENT_FILES, FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import { FileInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface AttachmentFieldProps {
  value: File | null;
  onChange: (file: File | null) => void;
  error: ReactNode;
}

/** A field for one file attached to a message, sent with its form. */
export function AttachmentField({ value, onChange, error }: AttachmentFieldProps) {
  const { t } = useTranslation('common');
  return (
    <FileInput
      label={t('attachment.label')}
      description={t('attachment.help')}
      placeholder={t('attachment.choose')}
      leftSection={<IconPaperclip size={16} aria-hidden />}
      accept={DOCUMENT_FILES.kinds.map((kind) => `.${kind}`).join(',')}
      value={value}
      onChange={onChange}
      error={error}
      clearable
      clearButtonProps={{ 'aria-label': t('attachment.clear') }}
    />
  );
}

/** Checks a file's size before sending. */
export const attachmentRules = ({ attachment }: { attachment: File | null }) => ({
  attachment: attachment && attachment.size > FILE_MAXIMUM_BYTES ? 'FileTooLarge' : undefined,
});
