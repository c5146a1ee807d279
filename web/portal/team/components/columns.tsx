import { type BusinessUser, USER_STATUS } from '@daftar/contract/team';
import { Switch } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { stepUpIfAsked } from '../../auth/index.ts';
import { emailColumn, mobileColumn } from '../../shared/contact-columns.tsx';
import { useMay } from '../../shared/permissions.ts';
import { PersonAvatar } from '../../shared/person-avatar.tsx';
import { useAction } from '../../shared/use-action.ts';
import { useSetStatus } from '../api.ts';
import classes from './columns.module.css';
import { confirmGoing } from './confirm-going.tsx';

/** A person's full name. */
export const nameOf = ({ first_name, last_name }: BusinessUser) => `${first_name} ${last_name}`;

/** The columns of the table of people. */
export function useUserColumns(): readonly Column<BusinessUser>[] {
  const { t } = useTranslation('team');
  return useMemo<readonly Column<BusinessUser>[]>(
    () => [
      {
        id: 'name',
        header: t('column.user'),
        card: 'title',
        skeleton: '10rem',
        cell: (user) => (
          <span className={classes.person}>
            <PersonAvatar name={nameOf(user)} avatar={user.avatar} />
            <bdi className={classes.name}>{nameOf(user)}</bdi>
            {user.two_step && (
              <IconShieldCheck
                className={classes.shield}
                size={16}
                role="img"
                aria-label={t('status.twoStep')}
                title={t('status.twoStep')}
              />
            )}
          </span>
        ),
      },
      emailColumn(t('field.email')),
      {
        ...mobileColumn<BusinessUser>(t('field.mobile'), ({ mobile_number }) => mobile_number),
        sortBy: false,
        minor: true,
      },
      {
        id: 'role',
        header: t('field.role'),
        sortBy: false,
        skeleton: '6rem',
        cell: ({ role }) => <bdi>{role}</bdi>,
      },
      {
        id: 'created_at',
        header: t('column.added'),
        minor: true,
        skeleton: '6rem',
        cell: ({ created_at }) => <DateText value={created_at} style="date" />,
      },
      {
        id: 'status',
        header: t('column.status'),
        sortBy: false,
        plain: true,
        skeleton: '5rem',
        cell: (user) => (
          <span className={classes.states}>
            <Status user={user} />
            {user.new_email && <StatusChip kind="pending">{t('status.addressChanging')}</StatusChip>}
          </span>
        ),
      },
    ],
    [t],
  );
}

/** Whether a person is active: a switch for those who may change it, text for others. */
function Status({ user }: { user: BusinessUser }) {
  const { t } = useTranslation('team');
  const may = useMay();
  const { send, isPending } = useSetStatus();
  const question = { title: t('user.proveTitle'), text: t('user.provePower'), submit: t('user.letIn') };
  const change = useAction((is_active: boolean, keep_keys: number[]) =>
    stepUpIfAsked(question, (proof) =>
      send({ params: { id: user.id }, body: { is_active, keep_keys, ...proof } }),
    ),
  );
  const isActive = user.status === USER_STATUS.active;
  const word = isActive ? (user.invited ? 'invited' : 'active') : 'inactive';
  if (!user.editable || !may('change-user-status')) {
    return (
      <StatusChip kind={isActive ? (user.invited ? 'pending' : 'success') : 'closed'}>
        {t(`status.${word}`)}
      </StatusChip>
    );
  }
  const toggle = async (next: boolean) => {
    const kept = next ? [] : await confirmGoing(user, null);
    if (kept) await change.run(next, kept);
  };
  return (
    <Switch
      size="sm"
      checked={isActive}
      disabled={change.isPending || isPending}
      label={t(`status.${word}`)}
      aria-label={t('status.switch', { name: nameOf(user) })}
      onChange={(event) => void toggle(event.currentTarget.checked)}
    />
  );
}
