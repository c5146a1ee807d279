import { Button, Group } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { fileProfilesPath } from '../paths/reconciliation.ts';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useAccounts, useFiles, useProfiles } from './api.ts';
import { useFileColumns } from './components/columns.tsx';
import { ImportForm } from './components/import-form.tsx';

/** `/ops/settlement-files`: the files of processors, and importing one. */
export default function FilesPage() {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const list = useFiles();
  const accounts = useAccounts().data?.data ?? [];
  const profiles = useProfiles().data?.data;
  const may = useMay();
  const [importing, setImporting] = useState(false);
  const close = () => setImporting(false);
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'account_id',
      label: t('account'),
      options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('importedAt') },
  ];
  return (
    <OpsList
      title={t('files')}
      list={list}
      find={t('find.files')}
      filters={filters}
      action={
        <Group gap="xs">
          <Button variant="default" component={Link} to={fileProfilesPath}>
            {t('profiles')}
          </Button>
          {may('ops:reconciliation') && profiles && profiles.length > 0 && (
            <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setImporting(true)}>
              {t('import')}
            </Button>
          )}
        </Group>
      }
      columns={useFileColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      empty={{
        icon: IconFileSpreadsheet,
        title: t('noFiles'),
        text: t(profiles?.length === 0 ? 'noProfilesText' : 'noFilesText'),
      }}
    >
      <SideDrawer opened={importing} onClose={close} title={t('import')} width={42}>
        {profiles && <ImportForm profiles={profiles} onDone={close} />}
      </SideDrawer>
    </OpsList>
  );
}
