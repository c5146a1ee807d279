import { Button, Progress } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { ApiError, isAbort, sentenceOf } from './errors.ts';
import { formatNumber, formatPercent } from './format.ts';
import { ImportChoose, type ImportExample } from './import-choose.tsx';
import { type ChosenColumns, ImportColumns } from './import-columns.tsx';
import classes from './import-dialog.module.css';
import {
  headingOf,
  type ImportColumn,
  ImportPreview,
  type PreviewOf,
  type ReadColumn,
} from './import-preview.tsx';
import { useLocale } from './locale.ts';
import { notify } from './notify.tsx';
import { usePhone } from './use-phone.ts';

/** Options of an import call. */
export interface ImportCall {
  signal: AbortSignal;
  /** Upload progress, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

export interface ImportDialogProps<Result> {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Explains what can be imported and which columns are required. */
  text: ReactNode;
  /** Sample sheets that import without changes. */
  examples: readonly ImportExample[];
  /** Columns of the preview, in the sheet's order. */
  columns: readonly ImportColumn[];
  maximumRows: number;
  maximumBytes: number;
  /** Previews what importing the file would do, with columns assigned to fields. */
  preview: (file: File, call: ImportCall, chosen: ChosenColumns) => Promise<PreviewOf>;
  /** Imports the file, all or nothing. `message` describes the result. */
  run: (file: File, call: ImportCall, chosen: ChosenColumns) => Promise<{ message: string; data: Result }>;
  /** Existing rows are added too, instead of being skipped. */
  takesExisting?: boolean;
  onImported?: (data: Result) => void;
}

type Step =
  | { at: 'choose'; refusals: readonly string[] }
  | { at: 'reading' | 'importing'; file: File; sent: number }
  | { at: 'columns' | 'preview'; file: File; preview: PreviewOf; chosen: ChosenColumns }
  | { at: 'done'; message: string };

/** At most this many toasts per refusal, so that they do not cover the screen. */
const MAX_TOASTS = 5;

/**
 * The dialog of every import: choose a sheet, assign its columns where their headings do not say what they hold, preview
 * its effect row by row, import it, see the result. Closing it cancels a request in flight.
 */
export function ImportDialog<Result>(props: ImportDialogProps<Result>) {
  const { opened, onClose, title } = props;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="min(68rem, 100%)"
      fullScreen={usePhone()}
      closeOnClickOutside={false}
      classNames={{ title: classes.title ?? '' }}
    >
      <Steps {...props} />
    </Dialog>
  );
}

/** Describes where in the sheet an error is, by the file's own heading: `row 7 · email`. Null for the file itself. */
function placeOf(
  field: string,
  columns: readonly ImportColumn[],
  read: readonly ReadColumn[],
): { row: number; column: string } | null {
  const [, row, name] = /^row (\d+) · (.+)$/.exec(field) ?? [];
  if (!row || !name) return null;
  const label = columns.find((column) => column.field === name)?.label ?? name;
  return { row: Number(row), column: headingOf(read, name) || label };
}

function Steps<Result>(props: ImportDialogProps<Result>) {
  const { t } = useTranslation(['import', 'common']);
  const locale = useLocale();
  const [step, setStep] = useState<Step>({ at: 'choose', refusals: [] });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const refuse = (error: unknown, read: readonly ReadColumn[], toast: boolean) => {
    if (isAbort(error)) {
      setStep({ at: 'choose', refusals: [] });
      return;
    }
    const fields = error instanceof ApiError && error.status === 422 ? Object.entries(error.fieldErrors) : [];
    const refusals = fields.map(([field, [first = '']]) => {
      const place = placeOf(field, props.columns, read);
      return place ? t('place', { ...place, row: formatNumber(place.row, locale), text: first }) : first;
    });
    if (toast) for (const refusal of refusals.slice(0, MAX_TOASTS)) notify.error(refusal);
    setStep({ at: 'choose', refusals: refusals.length > 0 ? refusals : [sentenceOf(error, t)] });
  };
  const start = (at: 'reading' | 'importing', file: File): ImportCall => {
    const controller = new AbortController();
    running.current = controller;
    setStep({ at, file, sent: 0 });
    return {
      signal: controller.signal,
      onProgress: (sent) => setStep((now) => (now.at === at ? { ...now, sent } : now)),
    };
  };
  const look = async (file: File, chosen: ChosenColumns) => {
    try {
      const preview = await props.preview(file, start('reading', file), chosen);
      setStep({ at: preview.missing.length > 0 ? 'columns' : 'preview', file, preview, chosen });
    } catch (error) {
      refuse(error, [], false);
    }
  };
  const run = async (file: File, { columns }: PreviewOf, chosen: ChosenColumns) => {
    try {
      const { message, data } = await props.run(file, start('importing', file), chosen);
      setStep({ at: 'done', message });
      props.onImported?.(data);
    } catch (error) {
      refuse(error, columns, true);
    }
  };
  const again = () => setStep({ at: 'choose', refusals: [] });

  switch (step.at) {
    case 'choose':
      return <ImportChoose {...props} refusals={step.refusals} onChoose={(file) => void look(file, {})} />;
    case 'preview':
      return (
        <ImportPreview
          preview={step.preview}
          fileName={step.file.name}
          columns={props.columns}
          takesExisting={props.takesExisting ?? false}
          onAgain={again}
          onColumns={() => setStep({ ...step, at: 'columns' })}
          onImport={() => void run(step.file, step.preview, step.chosen)}
        />
      );
    case 'columns':
      return (
        <ImportColumns
          fileName={step.file.name}
          read={step.preview.columns}
          columns={props.columns}
          missing={step.preview.missing}
          chosen={step.chosen}
          onAgain={again}
          onChosen={(chosen) => void look(step.file, chosen)}
        />
      );
    case 'done':
      return (
        <div className={classes.done}>
          <IconCircleCheck size={40} stroke={1.5} aria-hidden />
          <p role="status">{step.message}</p>
          <Button onClick={props.onClose} data-autofocus>
            {t('common:done')}
          </Button>
        </div>
      );
    default:
      return <Running step={step} onCancel={() => running.current?.abort()} />;
  }
}

interface RunningProps {
  step: Extract<Step, { sent: number }>;
  onCancel: () => void;
}

/** Progress of the upload, then indeterminate while the server works. */
function Running({ step, onCancel }: RunningProps) {
  const { t } = useTranslation(['import', 'common']);
  const locale = useLocale();
  const sending = step.sent < 1;
  const said = sending
    ? t('sending', { percent: formatPercent(Math.floor(step.sent * 100), locale) })
    : t(step.at === 'reading' ? 'reading' : 'importing');
  return (
    <div className={classes.running}>
      <p role="status">{said}</p>
      <Progress value={sending ? step.sent * 100 : 100} animated={!sending} aria-label={t('progress')} />
      <p className={classes.quiet}>
        <bdi>{step.file.name}</bdi>
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  );
}
