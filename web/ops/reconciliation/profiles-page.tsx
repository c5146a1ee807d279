import type { ReconciliationProfile } from '@daftar/contract/ops-settlement-profiles';
import { Button } from '@mantine/core';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/detail-page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { WholeList } from '../../ui/whole-list.tsx';
import { AccountLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { useAccounts, useProfiles } from './api.ts';
import { ProfileFields } from './components/profile-form.tsx';
import classes from './reconciliation.module.css';

/** `/ops/settlement-file-profiles`: how the files of each account are read. */
export default function ProfilesPage() {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const { data, error, refetch } = useProfiles();
  const accounts = useAccounts().data?.data ?? [];
  const may = useMay();
  const [open, setOpen] = useState<ReconciliationProfile | 'new' | null>(null);
  const shown = useKept(open);
  const profiles = data?.data;
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={t('profiles')}
        text={t('profilesText')}
        actions={
          may('ops:reconciliation') &&
          accounts.length > 0 && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
              {t('addProfile')}
            </Button>
          )
        }
      />
      {error && !profiles && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && !profiles && <Skeleton width="60%" />}
      {profiles?.length === 0 && (
        <EmptyState
          icon={IconTemplate}
          title={t('noProfiles')}
          text={t(accounts.length > 0 ? 'noProfilesText' : 'noAccountsText')}
        />
      )}
      {profiles && profiles.length > 0 && (
        <WholeList
          title={t('profiles')}
          rows={profiles}
          textOf={({ name, account, format }) => [
            name,
            account.name,
            t(`ops:mode.${account.mode}`),
            t(`format.${format}`),
          ]}
        >
          {(found) => (
            <ul className={classes.list} aria-label={t('profiles')}>
              {found.map((profile) => (
                <li key={profile.id} className={classes.card}>
                  <Profile profile={profile} onChange={() => setOpen(profile)} />
                </li>
              ))}
            </ul>
          )}
        </WholeList>
      )}
      <SideDrawer
        opened={open !== null}
        onClose={close}
        title={t(shown === 'new' ? 'addProfile' : 'changeProfile')}
        width={44}
      >
        {shown && (
          <ProfileFields accounts={accounts} profile={shown === 'new' ? null : shown} onDone={close} />
        )}
      </SideDrawer>
    </>
  );
}

function Profile({ profile, onChange }: { profile: ReconciliationProfile; onChange: () => void }) {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const locale = useLocale();
  const may = useMay();
  const { account, fee_rate: rate } = profile;
  return (
    <>
      <div className={classes.head}>
        <h2>
          <bdi>{profile.name}</bdi>
        </h2>
        {may('ops:reconciliation') && (
          <Button variant="default" size="compact-sm" onClick={onChange}>
            {t('changeProfile')}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          { label: t('account'), value: <AccountLink account={account} /> },
          { label: t('ops:filter.mode'), value: t(`ops:mode.${account.mode}`) },
          { label: t('format'), value: t(`format.${profile.format}`) },
          { label: t('tolerance'), value: <Money amount={profile.tolerance} /> },
          {
            label: t('lagDays'),
            value: t('workingDays', {
              count: profile.lag_days,
              number: formatNumber(profile.lag_days, locale),
            }),
          },
          {
            label: t('paidWithin'),
            value: t('workingDays', {
              count: profile.paid_within_days,
              number: formatNumber(profile.paid_within_days, locale),
            }),
          },
          {
            label: t('contractFee'),
            value:
              rate === null ? (
                t('notCompared')
              ) : (
                <span>
                  {formatPercent(rate, locale)} + <Money amount={profile.fee_fixed} />
                </span>
              ),
          },
          { label: t('filesRead'), value: formatNumber(profile.files, locale) },
        ]}
      />
    </>
  );
}
