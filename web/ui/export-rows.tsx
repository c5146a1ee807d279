import type { ExportFormat } from '@daftar/contract/exports';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExportButton } from './export-button.tsx';
import { formatNumber } from './format.ts';
import { useLocale } from './locale.ts';

/** What the file of a list is asked for besides the list's own query. */
export interface ExportChoice {
  format: ExportFormat;
  /** Comma-separated; absent for all that the filters leave. */
  ids?: string;
}

interface ExportRowsProps {
  start: (choice: ExportChoice, signal: AbortSignal) => Promise<Response>;
  /** Where rows can be selected. */
  selection?: { selected: ReadonlySet<number>; onChange: (selected: ReadonlySet<number>) => void };
  /** Nothing is listed, so that only what is selected could be exported. */
  disabled?: boolean;
  size?: 'sm' | 'compact-sm';
  fileName: string;
}

/** The selected rows of a list as a CSV or Excel file, or all that its filters leave. */
export function ExportRows({ start, selection, disabled = false, fileName, size = 'sm' }: ExportRowsProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const selected = [...(selection?.selected ?? [])];
  const count = selected.length;
  const ids = count > 0 ? { ids: selected.join(',') } : {};
  return (
    <>
      {count > 0 && (
        <Button variant="subtle" onClick={() => selection?.onChange(new Set())}>
          {t('selection.clear')}
        </Button>
      )}
      <ExportButton
        start={(signal, format) => start({ format: format as ExportFormat, ...ids }, signal)}
        formats={[
          { value: 'csv', label: t('export.csv') },
          { value: 'xlsx', label: t('export.xlsx') },
        ]}
        fileName={fileName}
        size={size}
        disabled={disabled && count === 0}
      >
        {count > 0 ? t('export.rows', { count, number: formatNumber(count, locale) }) : t('export.label')}
      </ExportButton>
    </>
  );
}
