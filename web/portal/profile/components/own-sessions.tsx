import { type OwnSession, profile } from '@daftar/contract/profile';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { sentenceOf } from '../../../ui/errors.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { call } from '../../shared/call.ts';
import { notify } from '../../shared/notify.ts';
import { useAccountAction, useOwnSessions } from '../api.ts';
import classes from './section.module.css';
import { Section } from './section.tsx';

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceDesktop,
} as const;

/** Where one is signed in, and the way out of each. */
export function OwnSessions() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useOwnSessions();
  const { mutateAsync } = useAccountAction();
  const act = (action: () => Promise<{ message: string }>) =>
    mutateAsync(action).then(
      ({ message }) => notify.success(message),
      (failure) => notify.error(sentenceOf(failure, t)),
    );
  const endOthers = async () => {
    const agreed = await confirm({
      title: t('sessions.endOthers'),
      text: t('sessions.endOthersText'),
      confirm: t('sessions.endOthers'),
      danger: true,
    });
    if (agreed) await act(() => call(profile.endOtherSessions));
  };
  const sessions = data?.data ?? [];
  return (
    <Section
      title={t('sessions.title')}
      text={t('sessions.text')}
      action={
        sessions.length > 1 && (
          <Button variant="default" onClick={() => void endOthers()}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorBox error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton width="100%" height="3rem" />}
      <ul className={classes.list}>
        {sessions.map((each) => (
          <SessionRow
            key={each.id}
            session={each}
            end={() => void act(() => call(profile.endSession, { params: { sessionId: each.id } }))}
          />
        ))}
      </ul>
    </Section>
  );
}

function SessionRow({ session, end }: { session: OwnSession; end: () => void }) {
  const { t } = useTranslation('profile');
  const Icon = ICONS[session.kind];
  const { browser, system, address } = session;
  const device =
    browser && system
      ? t('sessions.device', { browser, system })
      : browser || system || t('sessions.unknown');
  return (
    <li className={classes.item}>
      <Icon size={22} stroke={1.6} aria-hidden />
      <div className={classes.itemWords}>
        <span className={classes.itemName}>
          {device}
          {session.is_current && <StatusChip kind="success">{t('sessions.current')}</StatusChip>}
        </span>
        <span className={classes.text}>
          <bdi dir="ltr">{address}</bdi> · {t('sessions.seen')} <DateText value={session.last_seen_at} />
        </span>
      </div>
      {!session.is_current && (
        <Button variant="default" size="xs" aria-label={t('sessions.endNamed', { device })} onClick={end}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
