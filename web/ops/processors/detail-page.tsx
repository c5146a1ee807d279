import { type ProcessorAccount, SwitchOnForm } from '@daftar/contract/ops-processors';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { confirm } from '../../ui/confirm.tsx';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { processorNotificationsPath } from '../paths/processors.ts';
import { useAsk } from '../shared/ask.tsx';
import { useMay } from '../shared/operator.ts';
import { UnlessWaits, WaitingApprovals } from '../shared/waiting.tsx';
import { askToSwitchOn, switchOff, useAccount, useAdapters } from './api.ts';
import { ChangeForm, RotateForm } from './components/change-forms.tsx';
import { Clearing } from './components/clearing.tsx';
import { AccountStatus, NotificationAddress, useAccountFacts, useCheck } from './components/words.tsx';

/** `/ops/processors/:id`: an account, what waits for approval, and how its notifications fare. */
export default function ProcessorPage() {
  const { t } = useTranslation('ops-processors');
  const query = useAccount(useRouteParam('id'));
  const may = useMay();
  useTitle(query.data?.data.name);
  return (
    <DetailPage<ProcessorAccount>
      title={t('one')}
      query={query}
      summary={(account) => ({
        headline: <bdi>{account.name}</bdi>,
        status: <AccountStatus state={account.state} />,
        actions: may('ops:processors') && <Actions account={account} />,
      })}
    >
      {(account) => (
        <>
          <WaitingApprovals subject={`processor:${account.id}`} />
          <About account={account} />
          <Clearing account={account} />
          <Notifications account={account} />
        </>
      )}
    </DetailPage>
  );
}

function About({ account }: { account: ProcessorAccount }) {
  const { t } = useTranslation('ops-processors');
  const factsOf = useAccountFacts();
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          ...factsOf(account),
          { label: t('addedAt'), value: <DateText value={account.created_at} /> },
          { label: t('changedAt'), value: <DateText value={account.updated_at} /> },
        ]}
      />
    </Section>
  );
}

function Notifications({ account }: { account: ProcessorAccount }) {
  const { t } = useTranslation('ops-processors');
  const locale = useLocale();
  const { notifications, notification_url, former_secret_until } = account;
  const figure = (value: number) => formatNumber(value, locale);
  return (
    <Section
      title={t('notifications')}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          component={Link}
          to={withSearch(processorNotificationsPath, { account_id: account.id })}
        >
          {t('itsNotifications')}
        </Button>
      }
    >
      <Facts
        facts={[
          {
            label: t('notificationAddress'),
            value: <NotificationAddress url={notification_url} />,
            wide: true,
          },
          {
            label: t('lastNotification'),
            value: notifications.last_at ? <DateText value={notifications.last_at} /> : t('never'),
          },
          { label: t('ofLastDay'), value: figure(notifications.total) },
          { label: t('notificationState.forged'), value: figure(notifications.forged) },
          { label: t('troubled'), value: figure(notifications.troubled) },
          {
            label: t('formerSecretUntil'),
            value: former_secret_until && <DateText value={former_secret_until} />,
          },
        ]}
      />
    </Section>
  );
}

function Actions({ account }: { account: ProcessorAccount }) {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const check = useCheck();
  const { ask, dialog } = useAsk();
  const [open, setOpen] = useState<'change' | 'rotate' | null>(null);
  const shown = useKept(open);
  const adapter = useAdapters().data?.data.find(({ name }) => name === account.adapter);
  const { id, name, state } = account;
  const off = async () => {
    const agreed = await confirm({
      title: t('offTitle', { name }),
      text: t('offText'),
      confirm: t('off'),
      danger: true,
    });
    if (agreed) await switchOff(id);
  };
  const on = () =>
    ask({
      title: t('onTitle', { name }),
      text: t('onText'),
      schema: SwitchOnForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('askConfirmation'),
      send: (values) => askToSwitchOn(id, values),
    });
  const close = () => setOpen(null);
  const Shown = shown === 'rotate' ? RotateForm : ChangeForm;
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => void check(id)}>
        {t('checkCredentials')}
      </Button>
      <UnlessWaits kind="processor-account" subject={`processor:${id}`}>
        {adapter && (
          <>
            <Button variant="default" onClick={() => setOpen('change')}>
              {t('change')}
            </Button>
            <Button variant="default" onClick={() => setOpen('rotate')}>
              {t('rotate')}
            </Button>
          </>
        )}
        {state !== 'on' && <Button onClick={on}>{t('on')}</Button>}
      </UnlessWaits>
      {state === 'on' && (
        <Button color="red" variant="light" onClick={() => void off()}>
          {t('off')}
        </Button>
      )}
      <SideDrawer opened={open !== null} onClose={close} title={shown && t(shown)} width={32}>
        {adapter && <Shown account={account} adapter={adapter} onDone={close} />}
      </SideDrawer>
      {dialog}
    </Group>
  );
}
