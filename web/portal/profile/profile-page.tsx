import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../ui/error-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PushDevices } from '../push/index.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchProfile, useOwnProfile } from './api.ts';
import { OwnSessions } from './components/own-sessions.tsx';
import { Passkeys } from './components/passkeys.tsx';
import { ProfileFields } from './components/profile-fields.tsx';
import { Section } from './components/section.tsx';
import { TwoStep } from './components/two-step.tsx';
import classes from './profile-page.module.css';

export const prefetch: PageModule['prefetch'] = () => prefetchProfile();

/** `/profile-setting`: the person's data, sign-in methods and sessions. */
export default function ProfilePage() {
  const { t } = useTranslation(['profile', 'phone']);
  const me = useOwnProfile();
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.sections}>
        {me.error && !me.data ? (
          <ErrorBox error={me.error} onRetry={() => me.refetch()} />
        ) : me.data ? (
          <ProfileFields me={me.data.data} reload={() => me.refetch()} />
        ) : (
          <Skeleton width="100%" height="20rem" />
        )}
        <TwoStep />
        <Passkeys />
        <Section title={t('phone:push.title')} text={t('phone:push.text')}>
          <PushDevices />
        </Section>
        <OwnSessions />
      </div>
    </>
  );
}
