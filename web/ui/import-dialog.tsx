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

/** A file whose columns are read. */
interface ReadFile {
  file: File;
  preview: PreviewOf;
  chosen: ChosenColumns;
}

type Step =
  | { at: 'choose'; refusals: readonly string[] }
  | { at: 'reading' | 'importing'; file: File; sent: number }
  | ({ at: 'columns' | 'preview'; refusals: readonly string[] } & ReadFile)
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

/** One sentence per error; those of cells name the row and the file's own heading. */
function refusalsOf(
  error: unknown,
  columns: readonly ImportColumn[],
  read: readonly ReadColumn[],
  sentence: (place: { row: number; column: string; text: string }) => string,
): string[] {
  if (!(error instanceof ApiError) || error.status !== 422) return [];
  return Object.entries(error.fieldErrors).map(([name, [text = '']]) => {
    const place = error.places[name];
    if (!place) return text;
    const label = columns.find(({ field }) => field === place.field)?.label ?? place.field;
    return sentence({ row: place.row, column: headingOf(read, place.field) || label, text });
  });
}

/**
 * The assignments of the previous file that hold for another one: those of columns that it has too. Columns without a
 * heading are told apart by their position, so theirs hold only where all columns are the same.
 */
function keptFor(read: readonly ReadColumn[], before: ReadFile | null): ChosenColumns {
  if (!before) return {};
  const keysOf = (columns: readonly ReadColumn[]) => columns.map(({ key }) => key);
  const keys = keysOf(read);
  const isAlike = keys.join('\n') === keysOf(before.preview.columns).join('\n');
  return Object.fromEntries(
    Object.entries(before.chosen).filter(([key]) => keys.includes(key) && (isAlike || !key.startsWith('#'))),
  );
}

function Steps<Result>(props: ImportDialogProps<Result>) {
  const { t } = useTranslation(['import', 'common']);
  const locale = useLocale();
  const [step, setStep] = useState<Step>({ at: 'choose', refusals: [] });
  const running = useRef<AbortController | null>(null);
  const last = useRef<ReadFile | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Goes back to the step that asked, with what was chosen there. */
  const refuse = (error: unknown, back: Extract<Step, { refusals: unknown }>) => {
    if (isAbort(error)) {
      setStep({ ...back, refusals: [] });
      return;
    }
    const read = back.at === 'choose' ? [] : back.preview.columns;
    const refusals = refusalsOf(error, props.columns, read, ({ row, ...place }) =>
      t('place', { ...place, row: formatNumber(row, locale) }),
    );
    if (back.at === 'preview') for (const refusal of refusals.slice(0, MAX_TOASTS)) notify.error(refusal);
    setStep({ ...back, refusals: refusals.length > 0 ? refusals : [sentenceOf(error, t)] });
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
  const read = async (file: File, chosen: ChosenColumns): Promise<ReadFile> => ({
    file,
    chosen,
    preview: await props.preview(file, start('reading', file), chosen),
  });
  const show = (found: ReadFile) => {
    last.current = found;
    setStep({ at: found.preview.missing.length > 0 ? 'columns' : 'preview', refusals: [], ...found });
  };
  const choose = async (file: File) => {
    try {
      const found = await read(file, {});
      const kept = keptFor(found.preview.columns, last.current);
      show(Object.keys(kept).length > 0 ? await read(file, kept) : found);
    } catch (error) {
      refuse(error, { at: 'choose', refusals: [] });
    }
  };
  const assign = async (found: ReadFile, chosen: ChosenColumns) => {
    try {
      show(await read(found.file, chosen));
    } catch (error) {
      refuse(error, { at: 'columns', refusals: [], ...found, chosen });
    }
  };
  const run = async (found: ReadFile) => {
    try {
      const { message, data } = await props.run(found.file, start('importing', found.file), found.chosen);
      setStep({ at: 'done', message });
      props.onImported?.(data);
    } catch (error) {
      refuse(error, { at: 'preview', refusals: [], ...found });
    }
  };
  const again = () => setStep({ at: 'choose', refusals: [] });

  switch (step.at) {
    case 'choose':
      return <ImportChoose {...props} refusals={step.refusals} onChoose={(file) => void choose(file)} />;
    case 'preview':
      return (
        <ImportPreview
          preview={step.preview}
          fileName={step.file.name}
          columns={props.columns}
          takesExisting={props.takesExisting ?? false}
          refusals={step.refusals}
          onAgain={again}
          onColumns={() => setStep({ ...step, at: 'columns' })}
          onImport={() => void run(step)}
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
          refusals={step.refusals}
          onAgain={again}
          onChosen={(chosen) => void assign(step, chosen)}
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
