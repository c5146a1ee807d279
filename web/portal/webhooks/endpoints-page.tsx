import { objectsChangedSince } from '@daftar/contract/event-versions';
import { type ApiVersion, LATEST_VERSION } from '@daftar/contract/versions';
import {
  type EndpointWithSecret,
  type WebhookEndpoint,
  webhookEndpoints,
} from '@daftar/contract/webhook-endpoints';
import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { DateText } from '../../ui/date.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { stepUp } from '../auth/index.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { useAction } from '../shared/use-action.ts';
import {
  prefetchEndpoints,
  useEndpoints,
  useRemoveEndpoint,
  useRotateEndpoint,
  useTestEndpoint,
  useUpdateEndpoint,
} from './api.ts';
import { DeveloperNav } from './components/developer-nav.tsx';
import { EndpointDrawer } from './components/endpoint-drawer.tsx';
import { EndpointSecret } from './components/endpoint-secret.tsx';
import { known, VersionDialog } from './components/version-dialog.tsx';
import { WebhookDrawer } from './components/webhook-drawer.tsx';
import classes from './components/webhooks.module.css';

export const prefetch: PageModule['prefetch'] = () => prefetchEndpoints();

/** `/account-settings/webhook-endpoints`: addresses beside the callback URL, with what each is told. */
export default function EndpointsPage() {
  const { t } = useTranslation('webhooks');
  const query = useEndpoints();
  const may = useMay();
  const { shown, open, props, serial } = useOverlay<WebhookEndpoint | null>();
  const [made, setMade] = useState<EndpointWithSecret | null>(null);
  const found = query.data?.data;
  return (
    <>
      <PageHeader
        title={t('endpoints.title')}
        actions={
          may(webhookEndpoints.create.access) && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
              {t('endpoints.add')}
            </Button>
          )
        }
      />
      <DeveloperNav current="endpoints" />
      <p className={classes.lead}>{t('endpoints.lead')}</p>
      {query.error && !found && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!found && !query.error && <Skeleton width="100%" />}
      {found?.length === 0 && (
        <EmptyState icon={IconWebhook} title={t('endpoints.emptyTitle')} text={t('endpoints.emptyText')} />
      )}
      <ul className={classes.endpoints}>
        {found?.map((each) => (
          <Endpoint key={each.id} endpoint={each} onEdit={() => open(each)} onRolled={setMade} />
        ))}
      </ul>
      <EndpointDrawer key={serial} endpoint={shown?.subject ?? null} {...props} onMade={setMade} />
      <EndpointSecret made={made} onClose={() => setMade(null)} />
    </>
  );
}

interface EndpointProps {
  endpoint: WebhookEndpoint;
  onEdit: () => void;
  onRolled: (made: EndpointWithSecret) => void;
}

function Endpoint({ endpoint, onEdit, onRolled }: EndpointProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const { id, url, name, events } = endpoint;
  const remove = useRemoveEndpoint();
  const test = useTestEndpoint();
  const rotation = useRotateEndpoint();
  const { shown, open, props } = useOverlay<{ id: number; type: string }>();
  const question = { title: t('rotate.title'), text: t('rotate.prove'), submit: t('rotate.confirm') };
  const rotate = useAction(
    () => stepUp(question, (proof) => rotation.send({ params: { id }, body: proof })),
    { quiet: true },
  );
  const roll = async () => {
    const rolled = await rotate.run();
    if (rolled) onRolled(rolled.data);
  };
  const sendTest = async () => {
    const sent = await test.run({ params: { id } });
    if (sent) open({ id: sent.data.id, type: 'webhook.test' });
  };
  const drop = async () => {
    const agreed = await confirm({
      title: t('endpoints.removeTitle'),
      text: t('endpoints.removeText', { url }),
      confirm: t('endpoints.remove'),
      cancel: t('common:back'),
      danger: true,
    });
    if (agreed) await remove.run({ params: { id } });
  };
  const versions = useOverlay<ApiVersion>();
  const update = useUpdateEndpoint();
  const current = known(endpoint.version);
  const change = useAction((version: ApiVersion) =>
    stepUp({ title: t('version.title'), text: t('rotate.prove'), submit: t('version.save') }, (proof) =>
      update.send({ params: { id }, body: { version, ...proof } }),
    ),
  );
  const may = useMay();
  const button = (label: string, onClick: () => void, loading = false) =>
    may(webhookEndpoints.create.access) && (
      <Button
        variant="default"
        size="xs"
        loading={loading}
        aria-label={`${label}: ${name || url}`}
        onClick={onClick}
      >
        {label}
      </Button>
    );
  return (
    <li className={classes.endpoint}>
      <div className={classes.tryHead}>
        <h2 className={classes.heading}>
          <bdi className={classes.url}>{name || url}</bdi>
        </h2>
        <EndpointChip endpoint={endpoint} />
      </div>
      {name && (
        <p className={classes.quiet}>
          <bdi className={classes.url}>{url}</bdi>
        </p>
      )}
      <p className={classes.quiet}>
        {events === null ? t('endpoints.everything') : <bdi className={classes.url}>{events.join(', ')}</bdi>}
      </p>
      <p className={classes.quiet}>
        {t('endpoints.version')}: <bdi>{endpoint.version}</bdi> · {t('endpoints.since')}{' '}
        <DateText value={endpoint.created_at} />
      </p>
      {endpoint.previous_until && (
        <p className={classes.quiet}>
          {t('secret.previous')} <DateText value={endpoint.previous_until} />
        </p>
      )}
      <div className={classes.buttons}>
        {button(t('endpoints.change'), onEdit)}
        {objectsChangedSince(current).length > 0 &&
          button(t('version.upgrade', { version: LATEST_VERSION }), () => versions.open(current))}
        {button(t('sendTest'), () => void sendTest(), test.isPending)}
        {button(t('endpoints.roll'), () => void roll(), rotate.isPending)}
        {button(t('endpoints.remove'), () => void drop(), remove.isPending)}
      </div>
      {versions.shown && (
        <VersionDialog
          key={versions.serial}
          current={versions.shown.subject}
          {...versions.props}
          isSaving={change.isPending}
          save={async (version) => (await change.run(version)) !== null}
        />
      )}
      {shown && <WebhookDrawer id={shown.subject.id} type={shown.subject.type} {...props} />}
    </li>
  );
}

function EndpointChip({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('webhooks');
  if (!endpoint.is_active) return <StatusChip kind="closed">{t('endpoints.off')}</StatusChip>;
  if (endpoint.is_stopped) return <StatusChip kind="fail">{t('stopped.title')}</StatusChip>;
  return <StatusChip kind="success">{t('endpoints.on')}</StatusChip>;
}
