import type { Customer } from '@daftar/contract/customers';
import { Button } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconFileInvoice,
  IconPencil,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { Link } from '../../../ui/link.tsx';
import { openedLater } from '../../../ui/opened-later.tsx';
import { withSearch } from '../../../ui/path.ts';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { usePart } from '../../../ui/use-part.ts';
import { newInvoicePath } from '../../paths/invoices.ts';
import { useMay } from '../../shared/permissions.ts';
import { useArchive, useUnarchive } from '../api.ts';

const EditCustomerDrawer = openedLater(() =>
  import('./customer-drawer.tsx').then((part) => part.EditCustomerDrawer),
);

/** What can be done with a customer. */
export function Actions({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const [merging, setMerging] = useState(false);
  const closeMerge = () => setMerging(false);
  const Merge = usePart(
    () => import('./merge-dialog.tsx').then((part) => part.MergeDialog),
    merging,
    closeMerge,
  );
  const archive = useArchive();
  const unarchive = useUnarchive();
  const { id, name, is_archived: isArchived } = customer;
  const mayChange = may('update-customer');
  const params = { params: { id } };
  const askAndArchive = async () => {
    const asked = {
      title: t('archive.title', { name }),
      text: t('archive.text'),
      confirm: t('archive.confirm'),
    };
    if (await confirm(asked)) await archive.run(params);
  };
  const others = [
    { label: t('merge.action'), icon: IconArrowMerge, onClick: () => setMerging(true) },
    isArchived
      ? { label: t('archive.back'), icon: IconArchiveOff, onClick: () => void unarchive.run(params) }
      : { label: t('archive.confirm'), icon: IconArchive, onClick: () => void askAndArchive() },
  ];
  return (
    <>
      {mayChange && (
        <>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('action.edit')}
          </Button>
          <EditCustomerDrawer customer={customer} opened={editing} onClose={() => setEditing(false)} />
        </>
      )}
      {may('create-invoice') && !isArchived && (
        <Button
          component={Link}
          to={withSearch(newInvoicePath, { customerId: id })}
          leftSection={<IconFileInvoice size={16} aria-hidden />}
        >
          {t('action.invoice')}
        </Button>
      )}
      {mayChange && <RowMenu name={name} actions={() => others} />}
      {Merge && <Merge customer={customer} opened={merging} onClose={closeMerge} />}
    </>
  );
}
