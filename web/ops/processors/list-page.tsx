import type { ProcessorAccount } from '@daftar/contract/ops-processors';
import { Button, Group } from '@mantine/core';
import { IconInbox, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { Facts, Section } from '../../ui/detail-page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { textOf } from '../../ui/text-key.ts';
import { WholeList } from '../../ui/whole-list.tsx';
import { processorNotificationsPath, processorPath } from '../paths/processors.ts';
import { MerchantLink, NameLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { WaitingApprovals } from '../shared/waiting.tsx';
import { useAccounts, useAdapters } from './api.ts';
import { AddForm } from './components/add-form.tsx';
import { useClearingFacts } from './components/clearing.tsx';
import { Discrepancies } from './components/discrepancies.tsx';
import { WaitingRefunds } from './components/refunds.tsx';
import { AccountStatus, useNames } from './components/words.tsx';
import classes from './processors.module.css';

/** `/ops/processors`: accounts at payment processors, and refunds that wait for a person. */
export default function ProcessorsPage() {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const adapters = useAdapters().data?.data ?? [];
  const close = () => setAdding(false);
  return (
    <>
      <PageHeader
        title={t('ops:nav.processors')}
        text={t('text')}
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              component={Link}
              to={processorNotificationsPath}
              leftSection={<IconInbox size={18} aria-hidden />}
            >
              {t('notifications')}
            </Button>
            {may('ops:processors') && adapters.length > 0 && (
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
                {t('add')}
              </Button>
            )}
          </Group>
        }
      />
      <WaitingApprovals kind="processor-account" />
      <Discrepancies />
      <Accounts />
      <WaitingRefunds />
      <SideDrawer opened={adding} onClose={close} title={t('add')} width={32}>
        <AddForm adapters={adapters} onDone={close} />
      </SideDrawer>
    </>
  );
}

function Accounts() {
  const { t } = useTranslation(['ops-processors', 'ops', 'messages']);
  const names = useNames();
  const { data, error, refetch } = useAccounts();
  const accounts = data?.data;
  return (
    <Section title={t('accounts')}>
      {error && !accounts && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && !accounts && <Skeleton width="60%" />}
      {accounts?.length === 0 && (
        <EmptyState icon={IconPlugConnected} title={t('noAccounts')} text={t('noAccountsText')} />
      )}
      {accounts && accounts.length > 0 && (
        <WholeList
          title={t('accounts')}
          rows={accounts}
          textOf={({ name, adapter, mode, merchant, methods }) => [
            name,
            names.adapter(adapter),
            t(`ops:mode.${mode}`),
            merchant ? merchant.name : t('everyMerchant'),
            ...methods.map((code) => textOf(t, 'messages:paymentMethod.', code)),
          ]}
        >
          {(found) => (
            <ul className={classes.list} aria-label={t('accounts')}>
              {found.map((account) => (
                <li key={account.id} className={classes.card}>
                  <Account account={account} />
                </li>
              ))}
            </ul>
          )}
        </WholeList>
      )}
    </Section>
  );
}

function Account({ account }: { account: ProcessorAccount }) {
  const { t } = useTranslation(['ops-processors', 'ops', 'messages']);
  const names = useNames();
  const locale = useLocale();
  const clearingOf = useClearingFacts();
  const { id, name, adapter, mode, merchant, methods, state } = account;
  return (
    <>
      <div className={classes.head}>
        <h3>
          <NameLink to={processorPath(id)}>{name}</NameLink>
        </h3>
        <AccountStatus state={state} />
        <Health account={account} />
      </div>
      <Facts
        facts={[
          { label: t('processor'), value: <bdi>{names.adapter(adapter)}</bdi> },
          { label: t('ops:filter.mode'), value: t(`ops:mode.${mode}`) },
          { label: t('scope'), value: merchant ? <MerchantLink merchant={merchant} /> : t('everyMerchant') },
          {
            label: t('methods'),
            value: methods
              .map((code) => textOf(t, 'messages:paymentMethod.', code))
              .join(locale === 'ar' ? '، ' : ', '),
          },
          {
            label: t('lastNotification'),
            value: account.notifications.last_at ? (
              <DateText value={account.notifications.last_at} />
            ) : (
              t('never')
            ),
          },
          ...clearingOf(account),
          { label: t('priority'), value: formatNumber(account.priority, locale) },
        ]}
      />
    </>
  );
}

/** What is wrong with the notifications of the last 24 hours. */
function Health({ account }: { account: ProcessorAccount }) {
  const { t } = useTranslation('ops-processors');
  const locale = useLocale();
  const { forged, troubled } = account.notifications;
  const said = (key: 'forged' | 'troubled', count: number) =>
    count > 0 && (
      <StatusChip kind="fail">
        {t(`health.${key}`, { count, number: formatNumber(count, locale) })}
      </StatusChip>
    );
  return (
    <>
      {said('forged', forged)}
      {said('troubled', troubled)}
    </>
  );
}
