import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ExportRows } from '../../../ui/export-rows.tsx';
import { notify } from '../../../ui/notify.tsx';
import { exportInvoices } from '../api.ts';

interface ExportInvoicesProps {
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
}

/** Exports the selected invoices; without a selection, asks for one. */
export function ExportInvoices({ selected, onChange }: ExportInvoicesProps) {
  const { t } = useTranslation(['messages', 'common']);
  if (selected.size === 0) {
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
    <ExportRows start={exportInvoices} selection={{ selected, onChange }} fileName="daftar-invoices.csv" />
  );
}
