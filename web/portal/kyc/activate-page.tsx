import { auth, MERCHANT_STATUS } from '@daftar/contract/auth';
import { kyc } from '@daftar/contract/kyc';
import { Button } from '@mantine/core';
import { IconClock, IconLock, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-states.tsx';
import { Term } from '../../ui/term.tsx';
import { dashboardPath } from '../paths/dashboard.ts';
import { newTicketPath } from '../paths/tickets.ts';
import { useMay } from '../shared/permissions.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useKycState, usePrefill } from './api.ts';
import { Wizard } from './components/wizard.tsx';

/** Prefetches the screen. */
export function prefetch(): void {
  void queryClient.prefetchQuery(queryOf(kyc.businessInfo));
}

/** `/activate-account`: the wizard, or the state of the request. */
export default function ActivateAccountPage() {
  const { t } = useTranslation(['kyc', 'common']);
  const may = useMay();
  const state = useKycState();
  const known = usePrefill();
  const status = state.data?.data.status;
  // Updates the sidebar's box and switch with what is seen here.
  useEffect(() => {
    if (status !== undefined) void invalidate(auth.me);
  }, [status]);
  const failed = state.error ?? known.error;
  if (failed)
    return <ErrorBox error={failed} onRetry={() => void Promise.all([state.refetch(), known.refetch()])} />;
  // An older draft would be typed over, so only fresh data is used.
  if (!state.data || !known.data || !state.isFetchedAfterMount)
    return <PageHeader title={t('title')} text={t('common:loading')} />;
  const home = (
    <Button component={Link} to={dashboardPath}>
      {t('common:goToDashboard')}
    </Button>
  );
  if (status === MERCHANT_STATUS.underReview)
    return <PageState icon={IconClock} title={t('review.title')} text={t('review.text')} action={home} />;
  if (status === MERCHANT_STATUS.live)
    return (
      <PageState
        icon={IconRosetteDiscountCheck}
        title={t('live.title')}
        text={t('live.text')}
        action={home}
      />
    );
  if (status === MERCHANT_STATUS.suspended)
    return (
      <PageState
        icon={IconLock}
        title={t('suspended.title')}
        text={
          <>
            {state.data.data.reason && (
              <>
                {t('suspended.because')} <bdi>{state.data.data.reason}</bdi>
                <br />
              </>
            )}
            {t('suspended.text')}
          </>
        }
        action={
          may('create-ticket') ? (
            <Button component={Link} to={newTicketPath}>
              {t('suspended.write')}
            </Button>
          ) : (
            home
          )
        }
      />
    );
  return (
    <>
      <PageHeader
        title={t('title')}
        text={
          <>
            {t('text')} <Term name="kyc" label={t('title')} />
          </>
        }
      />
      <Wizard state={state.data.data} known={known.data.data} onSubmitted={() => void state.refetch()} />
    </>
  );
}
