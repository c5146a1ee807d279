import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileNameOf, readWithProgress, saveFile } from './download.ts';
import { isAbort, sentenceOf } from './errors.ts';
import classes from './export-button.module.css';
import { formatNumber, formatPercent } from './format.ts';
import { useLocale } from './locale.ts';
import { notify } from './notify.tsx';
import { PopupMenu, usePopup } from './popup.tsx';

interface ExportButtonProps {
  /** Starts the download: `(signal) => call(endpoint, {…, signal}).then((reply) => reply.data)`. */
  start: (signal: AbortSignal, format: string) => Promise<Response>;
  /** Formats to choose from in a menu; a plain button without it. */
  formats?: readonly { value: string; label: string }[];
  /** File name, if the server sends none. */
  fileName: string;
  children?: ReactNode;
  disabled?: boolean;
  /** Small, for use in a table row. */
  size?: 'sm' | 'compact-sm';
}

/** Downloads a file with real progress; a second press cancels it. */
export function ExportButton({
  start,
  formats,
  fileName,
  children,
  disabled = false,
  size = 'sm',
}: ExportButtonProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { popup, button } = usePopup('menu');
  const [progress, setProgress] = useState<{ bytes: number; total: number | null } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format = '') => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ bytes: 0, total: null });
    try {
      const response = await start(controller.signal, format);
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
    const look = { variant: 'default', size, disabled, leftSection: <IconDownload size={16} aria-hidden /> };
    const words = children ?? t('export.label');
    if (!formats) {
      return (
        <Button {...look} onClick={() => void run()}>
          {words}
        </Button>
      );
    }
    return (
      <>
        <Button {...look} {...button} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {words}
        </Button>
        <PopupMenu popup={popup}>
          {formats.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => void run(value)}>
              {label}
            </Menu.Item>
          ))}
        </PopupMenu>
      </>
    );
  }
  const said = progress.total
    ? formatPercent(Math.round((progress.bytes / progress.total) * 100), locale)
    : t('export.kilobytes', { number: formatNumber(Math.ceil(progress.bytes / 1024), locale) });
  return (
    <Button
      variant="default"
      size={size}
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
