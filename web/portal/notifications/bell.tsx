import {
  NOTIFICATION_POLL_MILLISECONDS,
  type NotificationItem,
  notifications,
} from '@daftar/contract/notifications';
import { ActionIcon, Button } from '@mantine/core';
import { IconArchive, IconBell, IconBellOff, IconSettings } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../shared/locale.ts';
import { Elapsed } from '../../ui/date.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import linkClasses from '../../ui/link.module.css';
import { Link } from '../../ui/link.tsx';
import { PopupPanel, usePopup } from '../../ui/popup.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { pathFromServer } from '../paths/from-server.ts';
import { notificationsPath, preferencesPath } from '../paths/notifications.ts';
import { call } from '../shared/call.ts';
import { useMay } from '../shared/permissions.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import classes from './bell.module.css';
import { useLiveNews } from './live.ts';
import { Sentence } from './sentence.tsx';

/** Loaded on mount, every five minutes, whenever the panel opens, and on events. Failures are logged, never shown. */
function useNotifications() {
  const options = queryOf(notifications.list);
  const query = useQuery({ ...options, refetchInterval: NOTIFICATION_POLL_MILLISECONDS, staleTime: 0 });
  const { error } = query;
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  const archive = useMutation({
    mutationFn: (notificationId: number) => call(notifications.archive, { params: { notificationId } }),
    onSuccess: (_, id) =>
      queryClient.setQueryData(options.queryKey, (known) =>
        known ? { ...known, data: known.data.filter((item) => item.notificationId !== id) } : known,
      ),
    onError: (error) => console.error(error),
  });
  const archiveAll = useMutation({
    mutationFn: (upTo: number) => call(notifications.archiveAll, { body: { up_to: upTo } }),
    onSuccess: () => invalidate(notifications.list, notifications.history),
    onError: (error) => console.error(error),
  });
  return { query, archive, archiveAll, items: query.data?.data ?? [] };
}

/** The bell, its dot, and the panel behind it. */
export const NotificationsBell = memo(function NotificationsBell() {
  const may = useMay();
  const { t } = useTranslation('notifications');
  const locale = useLocale();
  const { query, archive, archiveAll, items } = useNotifications();
  useLiveNews();
  const { popup, button } = usePopup('dialog', () => void query.refetch());
  const count = items.length;
  const mayChange = may(undefined);
  const name = count > 0 ? t('bellUnread', { count, number: formatNumber(count, locale) }) : t('bell');
  return (
    <>
      <ActionIcon
        {...button}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={name}
        className={classes.bell}
      >
        <IconBell size={20} aria-hidden />
        {count > 0 && <span className={classes.dot} aria-hidden />}
      </ActionIcon>
      <PopupPanel
        popup={popup}
        label={t('title')}
        className={classes.panel}
        position="bottom-end"
        width="min(23rem, calc(100vw - 1.5rem))"
        shadow="md"
        trapFocus
        returnFocus
      >
        <div className={classes.title}>
          <h2 className={classes.heading}>{t('title')}</h2>
          {count > 0 && mayChange && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={archiveAll.isPending}
              onClick={() => archiveAll.mutate(Math.max(...items.map((item) => item.notificationId)))}
            >
              {t('archiveAll')}
            </Button>
          )}
        </div>
        {query.data === undefined ? (
          <div className={classes.loading}>
            <Skeleton width="80%" />
            <Skeleton width="60%" />
          </div>
        ) : count === 0 ? (
          <EmptyState icon={IconBellOff} title={t('empty')} text={t('emptyText')} />
        ) : (
          <ul className={classes.items}>
            {items.map((item) => (
              <Item
                key={item.notificationId}
                item={item}
                archiving={archive.isPending && archive.variables === item.notificationId}
                onArchive={mayChange ? () => archive.mutate(item.notificationId) : undefined}
                onFollow={() => popup.change(false)}
              />
            ))}
          </ul>
        )}
        <div className={classes.foot}>
          <Link
            to={notificationsPath}
            onClick={() => popup.change(false)}
            className={`${classes.all} ${linkClasses.link}`}
          >
            {t('seeAll')}
          </Link>
          <ActionIcon
            component={Link}
            to={preferencesPath}
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('preferences.link')}
            title={t('preferences.link')}
            onClick={() => popup.change(false)}
          >
            <IconSettings size={16} aria-hidden />
          </ActionIcon>
        </div>
      </PopupPanel>
    </>
  );
});

interface ItemProps {
  item: NotificationItem;
  archiving: boolean;
  /** Undefined where nothing can be changed. */
  onArchive: (() => void) | undefined;
  onFollow: () => void;
}

function Item({ item, archiving, onArchive, onFollow }: ItemProps) {
  const { t } = useTranslation('notifications');
  return (
    <li className={classes.item} aria-busy={archiving}>
      <div className={classes.words}>
        {item.href ? (
          <Link to={pathFromServer(item.href)} onClick={onFollow} className={classes.link}>
            <Sentence text={item.content} />
          </Link>
        ) : (
          <p>
            <Sentence text={item.content} />
          </p>
        )}
        <p className={classes.time}>
          <Elapsed value={item.created_at} />
        </p>
      </div>
      {onArchive && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          loading={archiving}
          aria-label={t('archiveItem', { content: item.content })}
          title={t('archive')}
          onClick={onArchive}
        >
          <IconArchive size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
