import { IconFileSpreadsheet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';
import classes from './import-dialog.module.css';
import { ImportRefusals } from './import-refusals.tsx';
import { useLocale } from './locale.ts';
import { UploadField } from './upload-field.tsx';

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

/** Offered in file dialogs. What a file is the server sees by its content, whatever its name. */
const SHEETS = { kinds: ['xlsx', 'csv'], refusal: null } as const;

/** First step of an import: drop or choose a sheet. */
export function ImportChoose(props: ImportChooseProps) {
  const { text, examples, maximumRows, maximumBytes, refusals, onChoose } = props;
  const { t } = useTranslation('import');
  const locale = useLocale();
  return (
    <div className={classes.choose}>
      <p className={classes.text}>{text}</p>
      <UploadField
        label={t('drop')}
        hideLabel
        description={t('limits', {
          rows: formatNumber(maximumRows, locale),
          size: formatNumber(Math.floor(maximumBytes / 1024 / 1024), locale),
        })}
        layout="area"
        action={t('choose')}
        rule={SHEETS}
        maximumBytes={maximumBytes}
        onFiles={([file]) => file && onChoose(file)}
        error={refusals.length > 0 && <ImportRefusals title={t('refused')} refusals={refusals} />}
      />
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
