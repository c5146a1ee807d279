import { EVIDENCE_MAXIMUM } from '@daftar/contract/chargebacks';
import { ATTACHMENT_FILES, FILE_MAXIMUM_BYTES, type StoredFile } from '@daftar/contract/files';
import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isAbort, sentenceOf } from '../../../ui/errors.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { FilePreview, type NamedFile } from '../../../ui/file-preview.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { UploadField } from '../../../ui/upload-field.tsx';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import { SendingFile, UploadedFile } from '../../../ui/uploaded-file.tsx';
import { downloadEvidence, readEvidence, uploadEvidence } from '../api.ts';
import classes from './evidence.module.css';

/** Shows one of the files over the page. */
function usePreview() {
  const [shown, setShown] = useState<NamedFile | null>(null);
  const preview = <FilePreview file={shown} onClose={() => setShown(null)} read={readEvidence} />;
  return { open: setShown, preview };
}

/** The files of a response, to be looked at and downloaded. */
export function EvidenceList({ files }: { files: readonly StoredFile[] }) {
  const { t } = useTranslation('common');
  const { open, preview } = usePreview();
  return (
    <>
      <ul className={classes.list}>
        {files.map((file) => (
          <li key={file.path} className={classes.file}>
            <UploadedFile name={file.name} onOpen={() => open(file)} removeLabel="" />
            <ExportButton
              size="compact-sm"
              fileName={file.name}
              start={(signal) => downloadEvidence(file.path, signal)}
            >
              {t('preview.download')}
            </ExportButton>
          </li>
        ))}
      </ul>
      {preview}
    </>
  );
}

interface EvidenceFieldProps {
  chargebackId: number;
  files: readonly StoredFile[];
  onChange: (files: readonly StoredFile[]) => void;
  error?: ReactNode;
}

/** The files of a response, uploaded one by one when added, and removable. */
export function EvidenceField({ chargebackId, files, onChange, error }: EvidenceFieldProps) {
  const { t } = useTranslation(['chargebacks', 'common']);
  const locale = useLocale();
  const { open, preview } = usePreview();
  const running = useRef<AbortController | null>(null);
  const [sending, setSending] = useState<{ name: string; sent: number } | null>(null);
  const [refusal, setRefusal] = useState<{ name: string; said: string } | null>(null);
  // Read after each upload: files may have been removed meanwhile.
  const held = useRef(files);
  useLayoutEffect(() => {
    held.current = files;
  });
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    setSending({ name: file.name, sent: 0 });
    try {
      const stored = await uploadEvidence(chargebackId, file, {
        signal: controller.signal,
        onUpload: (sent) => setSending({ name: file.name, sent }),
      });
      onChange([...held.current, stored]);
    } catch (thrown) {
      if (isAbort(thrown)) return;
      const [said] = thrown instanceof ApiError ? Object.values(thrown.fieldErrors).flat() : [];
      setRefusal({ name: file.name, said: said ?? sentenceOf(thrown, t) });
    } finally {
      setSending(null);
    }
  };
  const add = async (given: readonly File[]) => {
    setRefusal(null);
    for (const file of given) await send(file);
  };
  const refused = refusal && (
    <>
      <bdi>{refusal.name}</bdi>: {refusal.said}
    </>
  );
  return (
    <>
      <UploadField
        label={t('evidence.label')}
        description={t('evidence.help', {
          count: EVIDENCE_MAXIMUM,
          number: formatNumber(EVIDENCE_MAXIMUM, locale),
          megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale),
        })}
        action={t('evidence.add')}
        icon={IconPaperclip}
        rule={ATTACHMENT_FILES}
        maximumBytes={FILE_MAXIMUM_BYTES}
        room={EVIDENCE_MAXIMUM - files.length}
        error={refused ?? error}
        busy={sending !== null}
        pasteInForm
        onFiles={(given) => void add(given)}
      >
        {files.length > 0 && (
          <ul className={classes.held}>
            {files.map(({ path, name }) => (
              <li key={path}>
                <UploadedFile
                  name={name}
                  onOpen={() => open({ path, name })}
                  removeLabel={t('evidence.remove', { name })}
                  onRemove={() => onChange(files.filter((each) => each.path !== path))}
                />
              </li>
            ))}
          </ul>
        )}
        {sending && (
          <SendingFile
            label={t('common:upload.progress', { name: sending.name })}
            sent={sending.sent}
            onCancel={() => running.current?.abort()}
          />
        )}
      </UploadField>
      {preview}
    </>
  );
}
