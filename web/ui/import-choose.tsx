import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from './field-error.tsx';
import { formatNumber } from './format.ts';
import classes from './import-dialog.module.css';
import { useLocale } from './locale.ts';

/** A sample sheet to download. */
export interface ImportExample {
  /** URL. */
  href: string;
  /** `customers.xlsx` */
  fileName: string;
}

interface ImportChooseProps {
  text: ReactNode;
  examples: readonly ImportExample[];
  maximumRows: number;
  maximumBytes: number;
  /** Why the last file was refused. */
  refusals: readonly string[];
  onChoose: (file: File) => void;
}

/** First step of an import: drop or choose a sheet. */
export function ImportChoose(props: ImportChooseProps) {
  const { text, examples, maximumRows, maximumBytes, refusals, onChoose } = props;
  const { t } = useTranslation('import');
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const [over, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const take = (file: File | undefined) => {
    if (!file) return;
    const large = file.size > maximumBytes;
    setTooLarge(large);
    if (!large) onChoose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const problems = tooLarge ? ['FileTooLarge'] : refusals;
  return (
    <div className={classes.choose}>
      <p className={classes.text}>{text}</p>
      <section
        className={classes.drop}
        aria-label={t('drop')}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload size={28} stroke={1.5} aria-hidden />
        <p className={classes.dropText}>{t('drop')}</p>
        <Button onClick={() => input.current?.click()} aria-describedby={helpId} data-autofocus>
          {t('choose')}
        </Button>
        <p id={helpId} className={classes.quiet}>
          {t('limits', {
            rows: formatNumber(maximumRows, locale),
            size: formatNumber(Math.floor(maximumBytes / 1024 / 1024), locale),
          })}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </section>
      {problems.length > 0 && (
        <div role="alert" className={classes.refusal}>
          <p className={classes.refusalTitle}>{t('refused')}</p>
          <ul>
            {problems.slice(0, 8).map((problem) => (
              <li key={problem}>
                <FieldError message={problem} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.examples}>
        <span className={classes.quiet}>{t('examples')}</span>
        {examples.map(({ href, fileName }) => (
          <a key={fileName} href={href} download={fileName} className={classes.example}>
            <IconFileSpreadsheet size={18} stroke={1.5} aria-hidden />
            <bdi>{fileName}</bdi>
          </a>
        ))}
      </div>
    </div>
  );
}
