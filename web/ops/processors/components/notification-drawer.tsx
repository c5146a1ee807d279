import type { NotificationDetails } from '@daftar/contract/ops-processors';
import { Button, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AccountLink } from '../../shared/cells.tsx';
import { useMay } from '../../shared/operator.ts';
import { replayNotification, useNotification } from '../api.ts';
import classes from '../processors.module.css';
import { NotificationStatus, useNames } from './words.tsx';

interface DrawerProps {
  id: number;
  opened: boolean;
  onClose: () => void;
}

/** A notification as it was received; secrets and card numbers in it are blacked out. */
export function NotificationDrawer({ id, opened, onClose }: DrawerProps) {
  const { t } = useTranslation('ops-processors');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('notification')} width={40}>
      <Content id={id} />
    </SideDrawer>
  );
}

function Content({ id }: { id: number }) {
  const { data, error, refetch } = useNotification(id);
  if (data) return <Shown notification={data.data} />;
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return <Skeleton width="60%" />;
}

function Shown({ notification }: { notification: NotificationDetails }) {
  const may = useMay();
  const { t } = useTranslation(['ops-processors', 'ops']);
  const names = useNames();
  const locale = useLocale();
  const { id, state, account, adapter, method, query, headers, body, next_try_at: next } = notification;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          { label: t('ops:column.status'), value: <NotificationStatus state={state} /> },
          {
            label: t('account'),
            value: account ? <AccountLink account={account} /> : <bdi>{names.adapter(adapter)}</bdi>,
          },
          { label: t('received'), value: <DateText value={notification.created_at} /> },
          {
            label: t('processedAt'),
            value: notification.processed_at && <DateText value={notification.processed_at} />,
          },
          { label: t('tries'), value: formatNumber(notification.tries, locale) },
          { label: t('nextTry'), value: next && <DateText value={next} /> },
          { label: t('senderId'), value: notification.sender_id && <bdi>{notification.sender_id}</bdi> },
          {
            label: t('error'),
            value: notification.error && <bdi dir="ltr">{notification.error}</bdi>,
            wide: true,
          },
        ]}
      />
      <p className={classes.quiet}>{t(`stateText.${whyOf(notification)}`)}</p>
      {state !== 'forged' && may('ops:processors') && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void replayNotification(id)}
        >
          {t('replay')}
        </Button>
      )}
      <Text title={t('headers')} text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
      <Text title={t('query')} text={query.map(({ name, value }) => `${name} = ${value}`).join('\n')} />
      <Text title={t('body', { method })} text={body} />
    </Stack>
  );
}

/** What is said of a notification: one that waits after a try was not answered, and may not be tried again by itself. */
function whyOf({ state, error, next_try_at: next }: NotificationDetails) {
  if (state !== 'received' || error === null) return state;
  return next === null ? 'stuck' : 'unanswered';
}

/** What was received, to the letter. */
function Text({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <Section title={title}>
      <pre className={classes.raw} dir="ltr">
        {text}
      </pre>
    </Section>
  );
}
