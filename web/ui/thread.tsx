import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from './date.tsx';
import { FilePreview, type NamedFile } from './file-preview.tsx';
import classes from './thread.module.css';

export interface ThreadMessage {
  key: number;
  /** Of the reader's own side, or of the other. */
  side: 'own' | 'other';
  picture: ReactNode;
  name: ReactNode;
  /** A quiet word beside the name. */
  note?: ReactNode;
  /** ISO 8601. */
  at: string;
  text: string;
  file?: NamedFile | null;
}

interface ThreadProps {
  /** What the messages are of, for those who do not see them. */
  label: string;
  messages: readonly ThreadMessage[];
  read: (path: string, signal: AbortSignal) => Promise<Blob>;
}

/** What two sides wrote to each other, oldest first; their files open over it. */
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
