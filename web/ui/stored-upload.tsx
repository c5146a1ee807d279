import type { FileRule } from '@daftar/contract/files';
import { isPicturePath } from '@daftar/contract/files';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isAbort, sentenceOf } from './errors.ts';
import { FieldError } from './field-error.tsx';
import { notify } from './notify.tsx';
import { UploadField } from './upload-field.tsx';
import { openFile, SendingFile, UploadedFile } from './uploaded-file.tsx';

export interface StoredUploadProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** The stored path; empty without a file. */
  value: string;
  onChange: (path: string) => void;
  /** Original name of the stored file, if known. */
  fileName?: string | undefined;
  error?: ReactNode;
  rule: FileRule;
  maximumBytes: number;
  /** Uploads a file. @returns its stored path */
  upload: (
    file: File,
    options: { signal: AbortSignal; onUpload: (fraction: number) => void },
  ) => Promise<string>;
  /** Fetches a stored file; the thumbnail of an image when `small`. */
  read: (path: string, size?: 'small') => Promise<Blob>;
}

/** A file that is uploaded as soon as it is chosen; the form holds its stored path. */
export function StoredUpload(props: StoredUploadProps) {
  const { label, value, onChange, disabled = false, read } = props;
  const { t } = useTranslation('common');
  const running = useRef<AbortController | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ path: string; name: string } | null>(null);
  const picture = useThumbnail(value, read);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    setRefusal(null);
    setSent(0);
    try {
      const path = await props.upload(file, { signal: controller.signal, onUpload: setSent });
      setChosen({ path, name: file.name });
      onChange(path);
    } catch (error) {
      if (isAbort(error)) return;
      const named = error instanceof ApiError ? Object.values(error.fieldErrors) : [];
      for (const [first] of named) if (first) notify.fieldError(first);
      setRefusal(named.flat()[0] ?? sentenceOf(error, t));
    } finally {
      running.current = null;
      setSent(null);
    }
  };
  const open = () => openFile(() => read(value)).catch((error) => notify.error(sentenceOf(error, t)));
  return (
    <UploadField
      label={label}
      description={props.description}
      required={props.required ?? false}
      disabled={disabled}
      error={refusal ? <FieldError message={refusal} /> : props.error}
      rule={props.rule}
      maximumBytes={props.maximumBytes}
      action={t(value ? 'upload.replace' : 'upload.choose')}
      busy={sent !== null}
      onFiles={([file]) => {
        if (file) void send(file);
      }}
    >
      {sent !== null && (
        <SendingFile
          label={t('upload.progress', { name: label })}
          sent={sent}
          onCancel={() => running.current?.abort()}
        />
      )}
      {value && sent === null && (
        <UploadedFile
          name={chosen?.path === value ? chosen.name : (props.fileName ?? t('upload.file'))}
          isPdf={!isPicturePath(value)}
          picture={picture}
          onOpen={() => void open()}
          removeLabel={t('upload.remove', { name: label })}
          {...(disabled ? {} : { onRemove: () => onChange('') })}
        />
      )}
    </UploadField>
  );
}

/** Address of a stored picture in a small size; null until it is there, and of other files. */
function useThumbnail(path: string, read: StoredUploadProps['read']): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!isPicturePath(path)) return;
    let made: string | null = null;
    let left = false;
    // Without its picture the file is still there, by name.
    read(path, 'small').then(
      (blob) => {
        if (left) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      () => {},
    );
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [path, read]);
  return address;
}
