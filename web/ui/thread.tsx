import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from './date.tsx';
import { FilePreview, type NamedFile } from './file-preview.tsx';
import classes from './thread.module.css';

export interface ThreadMessage {
  key: number;
  /** Whether the reader's side wrote it. */
  side: 'own' | 'other';
  picture: ReactNode;
  name: ReactNode;
  /** Muted text beside the name. */
  note?: ReactNode;
  /** ISO 8601. */
  at: string;
  text: ReactNode;
  file?: NamedFile | null;
}

interface ThreadProps {
  /** Accessible name of the list. */
  label: string;
  messages: readonly ThreadMessage[];
  read: (path: string, signal: AbortSignal) => Promise<Blob>;
}

/** A conversation, oldest message first; attachments open in a preview. */
export function Thread({ label, messages, read }: ThreadProps) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState<NamedFile | null>(null);
  return (
    <>
      <ol className={classes.thread} aria-label={label}>
        {messages.map(({ key, side, picture, name, note, at, text, file }) => (
          <li key={key} className={classes.message} data-side={side}>
            <div className={classes.picture}>{picture}</div>
            <div className={classes.words}>
              <p className={classes.head}>
                <span className={classes.name}>{name}</span>
                {note && <span className={classes.note}>{note}</span>}
                <span className={classes.note}>
                  <DateText value={at} />
                </span>
              </p>
              <p className={classes.text} dir="auto">
                {text}
              </p>
              {file && (
                <button
                  type="button"
                  className={classes.file}
                  aria-label={t('preview.open', { name: file.name })}
                  onClick={() => setShown(file)}
                >
                  <IconPaperclip size={16} aria-hidden />
                  <bdi className={classes.fileName}>{file.name}</bdi>
                </button>
              )}
            </div>
          </li>
        ))}
      </ol>
      <FilePreview file={shown} onClose={() => setShown(null)} read={read} />
    </>
  );
}
