import type { ExportFormat } from '@daftar/contract/exports';
import { useTranslation } from 'react-i18next';
import type { Selection } from './data-table-parts.tsx';
import { ExportButton } from './export-button.tsx';
import { formatNumber } from './format.ts';
import { useLocale } from './locale.ts';

/** Parameters of a list's export besides its query. */
export interface ExportChoice {
  format: ExportFormat;
  /** Comma-separated ids; absent for all rows that match the filters. */
  ids?: string;
}

/** Returns the ids of a choice as numbers; null for all rows that match the filters. */
export const idsOf = ({ ids }: ExportChoice): number[] | null => ids?.split(',').map(Number) ?? null;

interface ExportRowsProps {
  start: (choice: ExportChoice, signal: AbortSignal) => Promise<Response>;
  /** Selected ids, if rows can be selected. */
  selection?: Selection;
  /** The list is empty, so only a selection can be exported. */
  disabled?: boolean;
  size?: 'sm' | 'compact-sm';
  fileName: string;
}

/** Exports the selected rows of a list, or all that match its filters, as CSV or Excel. */
export function ExportRows({ start, selection, disabled = false, fileName, size = 'sm' }: ExportRowsProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const selected = [...(selection?.selected ?? [])];
  const count = selected.length;
  const ids = count > 0 ? { ids: selected.join(',') } : {};
  return (
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
  );
}
