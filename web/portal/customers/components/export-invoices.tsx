import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../ui/export-button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../shared/notify.ts';
import { exportInvoices } from '../api.ts';

interface ExportInvoicesProps {
  selected: ReadonlySet<number>;
  onClear: () => void;
}

/** The selected invoices as a file; without any it says what is missing. */
export function ExportInvoices({ selected, onClear }: ExportInvoicesProps) {
  const { t } = useTranslation(['customers', 'messages', 'common']);
  const locale = useLocale();
  const count = selected.size;
  if (count === 0) {
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => notify.error(t('messages:AtLeastOneInvoice'))}
      >
        {t('common:export.label')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="subtle" onClick={onClear}>
        {t('invoice.clearSelection')}
      </Button>
      <ExportButton start={(signal) => exportInvoices([...selected], signal)} fileName="daftar-invoices.csv">
        {t('invoice.export', { count, number: formatNumber(count, locale) })}
      </ExportButton>
    </>
  );
}
