import type { FileRule } from '@daftar/contract/files';
import { ActionIcon, Button, Input, Progress } from '@mantine/core';
import { IconFileTypePdf, IconTrash, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isAbort, sentenceOf } from './errors.ts';
import { FieldError } from './field-error.tsx';
import { notify } from './notify.tsx';
import classes from './upload-field.module.css';
import { acceptOf, refusalOf } from './upload-rules.ts';

export interface UploadFieldProps {
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
  /** Accepted kinds of files. */
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

const isPdf = (path: string) => path.endsWith('.pdf');

/** A file field: uploads on choosing, then shows the file with Replace and Remove. */
export function UploadField(props: UploadFieldProps) {
  const { label, description, required, disabled, value, onChange, fileName, rule, maximumBytes } = props;
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ path: string; name: string } | null>(null);
  const errorId = useId();
  useEffect(() => () => running.current?.abort(), []);

  const take = async (file: File | undefined) => {
    if (!file) return;
    const refused = refusalOf(file, { rule, maximumBytes });
    if (refused) {
      setRefusal(refused);
      return;
    }
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
  const open = async () => {
    // Opened within the press itself: Safari blocks a window that is opened after waiting.
    const tab = window.open('', '_blank');
    try {
      const address = URL.createObjectURL(await props.read(value));
      if (tab) {
        tab.opener = null;
        tab.location.replace(address);
      }
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      tab?.close();
      notify.error(sentenceOf(error, t));
    }
  };
  const error = refusal ? <FieldError message={refusal} /> : props.error;
  const name = chosen?.path === value ? chosen.name : (fileName ?? t('upload.file'));

  return (
    <Input.Wrapper
      label={label}
      description={description}
      required={required ?? false}
      error={error}
      errorProps={{ id: errorId }}
      labelElement="div"
    >
      <fieldset className={classes.box} aria-label={label} data-error={error ? true : undefined}>
        {value && sent === null && (
          <Preview path={value} name={name} read={props.read} onOpen={() => void open()} />
        )}
        {sent !== null && (
          <div className={classes.sending} role="status">
            <Progress value={sent * 100} aria-label={t('upload.progress', { name: label })} />
            <Button size="xs" variant="subtle" onClick={() => running.current?.abort()}>
              {t('cancel')}
            </Button>
          </div>
        )}
        {sent === null && !disabled && (
          <div className={classes.actions}>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => input.current?.click()}
              aria-label={`${t(value ? 'upload.replace' : 'upload.choose')}: ${label}`}
              aria-describedby={error ? errorId : undefined}
              aria-invalid={error ? true : undefined}
            >
              {t(value ? 'upload.replace' : 'upload.choose')}
            </Button>
            {value && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                aria-label={t('upload.remove', { name: label })}
                onClick={() => onChange('')}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            )}
          </div>
        )}
        <input
          ref={input}
          type="file"
          hidden
          disabled={disabled}
          accept={acceptOf(rule)}
          aria-label={label}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </fieldset>
    </Input.Wrapper>
  );
}

interface PreviewProps {
  path: string;
  name: string;
  read: UploadFieldProps['read'];
  onOpen: () => void;
}

/** The thumbnail of a stored file, which opens it in a new tab. */
function Preview({ path, name, read, onOpen }: PreviewProps) {
  const { t } = useTranslation('common');
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (isPdf(path)) return;
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
  return (
    <button
      type="button"
      className={classes.preview}
      onClick={onOpen}
      aria-label={t('upload.open', { name })}
    >
      {address ? (
        <img src={address} alt="" className={classes.picture} />
      ) : (
        <IconFileTypePdf size={28} stroke={1.5} aria-hidden />
      )}
      <bdi className={classes.name}>{name}</bdi>
    </button>
  );
}
