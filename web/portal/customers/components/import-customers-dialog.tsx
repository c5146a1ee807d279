import { IMPORT_MAXIMUM_ROWS, UPLOAD_MAXIMUM_BYTES } from '@daftar/contract/customers';
import { useTranslation } from 'react-i18next';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { textOf } from '../../../ui/text-key.ts';
import { exampleSheets } from '../examples.ts';
import { importCustomers, previewImport } from '../import.ts';

interface ImportCustomersDialogProps {
  opened: boolean;
  onClose: () => void;
  withExisting: boolean;
  onImported: ((customers: { id: number; name: string }[]) => void) | undefined;
}

/** The import of customers from a sheet. */
export function ImportCustomersDialog(props: ImportCustomersDialogProps) {
  const { opened, onClose, withExisting, onImported } = props;
  const { t } = useTranslation('customers');
  const locale = useLocale();
  const column = (field: string) => ({ field, label: textOf(t, 'customers:field.', field) });
  return (
    <ImportDialog
      opened={opened}
      onClose={onClose}
      title={t('import.title')}
      text={t('import.text')}
      examples={exampleSheets(locale)}
      columns={[
        column('name'),
        { ...column('email'), ltr: true },
        { ...column('mobile'), ltr: true },
        { ...column('nationalId'), ltr: true },
        { ...column('description'), long: true },
      ]}
      maximumRows={IMPORT_MAXIMUM_ROWS}
      maximumBytes={UPLOAD_MAXIMUM_BYTES}
      preview={previewImport}
      takesExisting={withExisting}
      run={(file, progress, chosen) => importCustomers(file, progress, chosen, withExisting)}
      onImported={(data) => onImported?.(data as { id: number; name: string }[])}
    />
  );
}
