import { EVIDENCE_MAXIMUM } from '@daftar/contract/chargebacks';
import type { StoredFile } from '@daftar/contract/files';
import { DOCUMENT_FILES } from '@daftar/contract/files';
import { ActionIcon, Button, Input } from '@mantine/core';
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isAbort, sentenceOf } from '../../../ui/errors.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { downloadEvidence, uploadEvidence } from '../api.ts';
import classes from './evidence.module.css';

/** The files that went with an answer, each to be downloaded. */
export function EvidenceList({ files }: { files: readonly StoredFile[] }) {
  return (
    <ul className={classes.list}>
      {files.map(({ path, name }) => (
        <li key={path}>
          <ExportButton size="compact-sm" fileName={name} start={(signal) => downloadEvidence(path, signal)}>
            <bdi className={classes.name}>{name}</bdi>
          </ExportButton>
        </li>
      ))}
    </ul>
  );
}

interface EvidenceFieldProps {
  chargebackId: number;
  files: readonly StoredFile[];
  onChange: (files: readonly StoredFile[]) => void;
  error?: ReactNode;
}

/** The files that go with an answer: added one by one, each uploaded at once, and taken away again. */
export function EvidenceField({ chargebackId, files, onChange, error }: EvidenceFieldProps) {
  const { t } = useTranslation(['chargebacks', 'common']);
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<{ name: string; said: string }>();

  const add = async (file: File | undefined) => {
    if (!file) return;
    setRefusal(undefined);
    setProgress(0);
    try {
      onChange([...files, await uploadEvidence(chargebackId, file, setProgress)]);
    } catch (thrown) {
      if (isAbort(thrown)) return;
      const [said] = thrown instanceof ApiError ? Object.values(thrown.fieldErrors).flat() : [];
      setRefusal({ name: file.name, said: said ?? sentenceOf(thrown, t) });
    } finally {
      setProgress(null);
    }
  };
  const refused = refusal && (
    <>
      <bdi>{refusal.name}</bdi>: {refusal.said}
    </>
  );
  const wrong = error ?? refused;
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{t('evidence.label')}</legend>
      <p className={classes.help}>
        {t('evidence.help', { count: EVIDENCE_MAXIMUM, number: formatNumber(EVIDENCE_MAXIMUM, locale) })}
      </p>
      {files.length > 0 && (
        <ul className={classes.list}>
          {files.map(({ path, name }) => (
            <li key={path} className={classes.file}>
              <IconFile size={16} aria-hidden />
              <span className={classes.name}>
                <bdi>{name}</bdi>
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('evidence.remove', { name })}
                onClick={() => onChange(files.filter((each) => each.path !== path))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('evidence.add')}
        accept={DOCUMENT_FILES.kinds.map((kind) => `.${kind}`).join(',')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          void add(file);
        }}
      />
      {files.length < EVIDENCE_MAXIMUM && (
        <div>
          <Button
            variant="default"
            aria-busy={progress !== null}
            disabled={progress !== null}
            leftSection={<IconPaperclip size={16} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {progress === null
              ? t('evidence.add')
              : t('evidence.uploading', { percent: formatPercent(Math.round(progress * 100), locale) })}
          </Button>
        </div>
      )}
      {wrong && <Input.Error role="alert">{wrong}</Input.Error>}
    </fieldset>
  );
}
