import { IMPORT_MAXIMUM_ROWS, UPLOAD_MAXIMUM_BYTES } from '@daftar/contract/customers';
import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../ui/locale.ts';
import { textOf } from '../../../ui/text-key.ts';
import { importCustomers, previewImport } from '../api.ts';
import { exampleSheets } from '../examples.ts';

/** Loaded when somebody imports. */
const ImportDialog = lazy(() =>
  import('../../../ui/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

interface ImportCustomersButtonProps {
  /** Beside a field rather than over a list. */
  quiet?: boolean;
  /** Also returns existing customers, for a form that chooses the people of a sheet. */
  withExisting?: boolean;
  /** Those that were added. */
  onImported?: (customers: { id: number; name: string }[]) => void;
}

/** Opens the import of customers, for people who may add them. */
export function ImportCustomersButton({
  quiet = false,
  withExisting = false,
  onImported,
}: ImportCustomersButtonProps) {
  const { t } = useTranslation('customers');
  const locale = useLocale();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  const column = (field: string) => ({ field, label: textOf(t, 'customers:field.', field) });
  return (
    <>
      <Button
        variant={quiet ? 'subtle' : 'default'}
        {...(quiet ? { size: 'xs' } : {})}
        leftSection={<IconTableImport size={16} aria-hidden />}
        onClick={open}
      >
        {t('import.open')}
      </Button>
      {wanted && (
        <Suspense>
          <ImportDialog
            opened={opened}
            onClose={() => setOpened(false)}
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
            run={(file, progress) => importCustomers(file, progress, withExisting)}
            onImported={(data) => onImported?.(data as { id: number; name: string }[])}
          />
        </Suspense>
      )}
    </>
  );
}
