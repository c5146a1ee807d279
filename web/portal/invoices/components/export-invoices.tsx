import type { invoices } from '@daftar/contract/invoices';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../ui/export-button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import type { ListSearch } from '../../../ui/list-search.ts';
import { useLocale } from '../../../ui/locale.ts';
import { type ExportFormat, exportInvoices } from '../api.ts';

interface ExportInvoicesProps {
  search: ListSearch<typeof invoices.list>;
  selected: ReadonlySet<number>;
  onClear: () => void;
  disabled: boolean;
}

/** The selected invoices as a CSV or Excel file, or all that the filters leave. */
export function ExportInvoices({ search, selected, onClear, disabled }: ExportInvoicesProps) {
  const { t } = useTranslation(['invoices', 'payables', 'common']);
  const locale = useLocale();
  const count = selected.size;
  return (
    <>
      {count > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {t('payables:selection.clear')}
        </Button>
      )}
      <ExportButton
        start={(signal, format) =>
          exportInvoices(search, count > 0 ? [...selected] : null, format as ExportFormat, signal)
        }
        formats={[
          { value: 'csv', label: t('export.csv') },
          { value: 'xlsx', label: t('export.xlsx') },
        ]}
        fileName="daftar-invoices.csv"
        disabled={disabled && count === 0}
      >
        {count > 0
          ? t('export.selected', { count, number: formatNumber(count, locale) })
          : t('common:export.label')}
      </ExportButton>
    </>
  );
}
