import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { openedLater } from '../../../ui/opened-later.tsx';

const ImportCustomersDialog = openedLater(() =>
  import('./import-customers-dialog.tsx').then((part) => part.ImportCustomersDialog),
);
const prepare = () => fetchAhead(() => import('./import-customers-dialog.tsx'));

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
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={quiet ? 'subtle' : 'default'}
        {...(quiet ? { size: 'xs' } : {})}
        leftSection={<IconTableImport size={16} aria-hidden />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpened(true)}
      >
        {t('import.open')}
      </Button>
      <ImportCustomersDialog
        opened={opened}
        onClose={() => setOpened(false)}
        withExisting={withExisting}
        onImported={onImported}
      />
    </>
  );
}
