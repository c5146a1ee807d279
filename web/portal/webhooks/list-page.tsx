import { WEBHOOK_EVENT_TYPES } from '@daftar/contract/event-payloads';
import { WEBHOOK_STATE } from '@daftar/contract/webhooks';
import { Button } from '@mantine/core';
import { IconEye, IconSend, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { exportWebhooks, prefetchWebhooks, useSecret, useSendTest, useWebhooks } from './api.ts';
import { useWebhookColumns } from './components/columns.tsx';
import { DeveloperNav } from './components/developer-nav.tsx';
import { ResendDialog } from './components/resend-dialog.tsx';
import { SecretCard, SecretNotes } from './components/secret-card.tsx';
import { WebhookDrawer } from './components/webhook-drawer.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchWebhooks(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('webhooks');
  return [
    {
      kind: 'select',
      name: 'type',
      label: t('column.type'),
      options: WEBHOOK_EVENT_TYPES.map((type) => ({ value: type, label: type })),
    },
    {
      kind: 'select',
      name: 'state',
      label: t('column.state'),
      options: Object.values(WEBHOOK_STATE).map((state) => ({
        value: String(state),
        label: t(`state.${state}`),
      })),
    },
    { kind: 'text', name: 'message_id', label: 'webhook-id', ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('column.created') },
  ];
}

/** `/account-settings/webhooks`: the delivery log and the signing secret. */
export default function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const { search, counts, query } = useWebhooks();
  const filters = useFilterFields();
  const test = useSendTest();
  const address = useSecret().data?.data.url;
  const { shown, open, props } = useOverlay<{ id: number; type: string }>();
  const columns = useWebhookColumns(open);
  const [isResending, setResending] = useState(false);
  const may = useMay();
  const isPhone = usePhone();
  const sendTest = async () => {
    const sent = await test.run();
    if (sent) open({ id: sent.data.id, type: 'webhook.test' });
  };
  return (
    <ListPage
      title={t('list.title')}
      action={
        may('payment-methods-settings') && (
          <>
            <Button variant="default" onClick={() => setResending(true)}>
              {t('range.open')}
            </Button>
            <Button
              leftSection={<IconSend size={16} aria-hidden className="daftar-flip" />}
              loading={test.isPending}
              disabled={!address}
              onClick={() => void sendTest()}
            >
              {t('sendTest')}
            </Button>
          </>
        )
      }
      insights={
        <>
          <DeveloperNav current="messages" />
          {isPhone ? <SecretNotes /> : <SecretCard />}
        </>
      }
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="message_id" label={t('find')} />}
      findOnPhone={false}
      tabs="state"
      counts={counts}
      tools={
        <ExportRows
          start={(choice, signal) => exportWebhooks(search, choice, signal)}
          fileName="daftar-webhooks.csv"
          disabled={query.data?.meta.total === 0}
        />
      }
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.type} ${row.message_id}`}
        rowActions={(row) => [{ label: t('view'), icon: IconEye, onClick: () => open(row) }]}
        empty={{ icon: IconWebhook, title: t('empty.title'), text: t('empty.text') }}
      />
      {isPhone && <SecretCard />}
      {isResending && <ResendDialog opened onClose={() => setResending(false)} />}
      {shown && <WebhookDrawer id={shown.subject.id} type={shown.subject.type} {...props} />}
    </ListPage>
  );
}
