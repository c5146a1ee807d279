import { type OwnSession, SESSIONS_SHOWN } from '@daftar/contract/profile';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useOverlay } from '../../../ui/use-overlay.ts';
import { ProofModal } from '../../auth/index.ts';
import { useMay } from '../../shared/permissions.ts';
import { useEndOtherSessions, useEndSession, useOwnSessions } from '../api.ts';
import { deviceOf } from './device.ts';
import classes from './section.module.css';
import { Section } from './section.tsx';

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceDesktop,
} as const;

/** The person's open sessions, which can be ended. */
export function OwnSessions() {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const { data, error, refetch } = useOwnSessions();
  const one = useEndSession();
  const others = useEndOtherSessions();
  const mayChange = useMay()(undefined);
  const ending = useOverlay<OwnSession | null>();
  const end = async (session: OwnSession | null, current_password: string) => {
    const body = { current_password };
    const { message } = await (session
      ? one.send({ params: { sessionId: session.id }, body })
      : others.send({ body }));
    notify.success(message);
    ending.props.onClose();
  };
  const sessions = data?.data ?? [];
  const chosen = ending.shown?.subject ?? null;
  return (
    <Section
      title={t('sessions.title')}
      text={t('sessions.text')}
      action={
        mayChange &&
        sessions.length > 1 && (
          <Button variant="default" onClick={() => ending.open(null)}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorBox error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton width="100%" height="3rem" />}
      {sessions.length >= SESSIONS_SHOWN && (
        <p>{t('sessions.most', { total: formatNumber(SESSIONS_SHOWN, locale) })}</p>
      )}
      <ul className={classes.list}>
        {sessions.map((each) => (
          <SessionRow key={each.id} session={each} end={mayChange ? () => ending.open(each) : undefined} />
        ))}
      </ul>
      {ending.shown && (
        <ProofModal
          {...ending.props}
          title={chosen ? t('sessions.endTitle', { device: deviceOf(chosen, t) }) : t('sessions.endOthers')}
          text={chosen ? t('sessions.endText') : t('sessions.endOthersText')}
          submit={chosen ? t('sessions.end') : t('sessions.endOthers')}
          danger
          run={(password) => end(chosen, password)}
        />
      )}
    </Section>
  );
}

function SessionRow({ session, end }: { session: OwnSession; end: (() => void) | undefined }) {
  const { t } = useTranslation('profile');
  const Icon = ICONS[session.kind];
  const { address } = session;
  const device = deviceOf(session, t);
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
      {end && !session.is_current && (
        <Button variant="default" size="xs" aria-label={t('sessions.endNamed', { device })} onClick={end}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
