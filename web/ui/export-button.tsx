import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileNameOf, readWithProgress, saveFile } from './download.ts';
import { isAbort, sentenceOf } from './errors.ts';
import classes from './export-button.module.css';
import { formatNumber, formatPercent } from './format.ts';
import { useLocale } from './locale.ts';
import { notify } from './notify.tsx';

interface ExportButtonProps {
  /** Starts the download: `(signal) => call(endpoint, {…, signal}).then((reply) => reply.data)`. */
  start: (signal: AbortSignal) => Promise<Response>;
  /** Name of the file where the server gives none. */
  fileName: string;
  children?: ReactNode;
  disabled?: boolean;
}

/** Downloads a file with real progress; a second press gives it up. */
export function ExportButton({ start, fileName, children, disabled = false }: ExportButtonProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const [progress, setProgress] = useState<{ bytes: number; total: number | null } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ bytes: 0, total: null });
    try {
      const response = await start(controller.signal);
      const file = await readWithProgress(response, (bytes, total) => setProgress({ bytes, total }));
      saveFile(file, fileNameOf(response, fileName));
      notify.success(t('export.done'));
    } catch (error) {
      if (!isAbort(error)) notify.error(sentenceOf(error, t));
    } finally {
      running.current = null;
      setProgress(null);
    }
  };

  if (!progress) {
    return (
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={run}
      >
        {children ?? t('export.label')}
      </Button>
    );
  }
  const said = progress.total
    ? formatPercent(Math.round((progress.bytes / progress.total) * 100), locale)
    : t('export.kilobytes', { number: formatNumber(Math.ceil(progress.bytes / 1024), locale) });
  return (
    <Button
      variant="default"
      leftSection={<IconX size={16} aria-hidden />}
      onClick={() => running.current?.abort()}
      aria-label={t('export.cancel')}
    >
      <span className={classes.progress} role="status">
        {said}
      </span>
    </Button>
  );
}
