import type { Role } from '@daftar/contract/team';
import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconLock, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useOverlay } from '../../../ui/use-overlay.ts';
import { useMay } from '../../shared/permissions.ts';
import { PersonAvatar } from '../../shared/person-avatar.tsx';
import { startAnew } from '../../shared/start-anew.ts';
import { useDeleteRole, useInsight, useRoles, useViewAs } from '../api.ts';
import classes from './role-cards.module.css';
import { RoleModal } from './role-modal.tsx';

/** The merchant's roles, their people and actions. */
export function RoleCards() {
  const { t } = useTranslation('team');
  const may = useMay();
  const roles = useRoles();
  const editing = useOverlay<Role | null>();
  return (
    <section className={classes.section} aria-labelledby="roles-heading">
      <div className={classes.head}>
        <div>
          <h2 id="roles-heading" className={classes.heading}>
            {t('roles.title')}
          </h2>
          <Insight />
        </div>
        {may('create-role') && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => editing.open(null)}
          >
            {t('role.add')}
          </Button>
        )}
      </div>
      {roles.error && !roles.data ? (
        <ErrorBox error={roles.error} onRetry={() => roles.refetch()} />
      ) : (
        <ul className={classes.cards} aria-busy={!roles.data}>
          {roles.data
            ? roles.data.data.map((role, index) => (
                <li key={role.id} className={classes.card}>
                  <RoleCard role={role} isFirst={index === 0} edit={() => editing.open(role)} />
                </li>
              ))
            : [0, 1, 2].map((each) => (
                <li key={each} className={classes.card}>
                  <Skeleton width="7rem" />
                  <Skeleton width="5rem" />
                </li>
              ))}
        </ul>
      )}
      {editing.shown && <RoleModal role={editing.shown.subject} {...editing.props} />}
    </section>
  );
}

/** How many roles and people there are. */
function Insight() {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const { data } = useInsight();
  if (!data) return <Skeleton width="9rem" />;
  const { total_roles: roles, total_users: users } = data.data;
  return (
    <p className={classes.insight}>
      {t('insight.roles', { count: roles, number: formatNumber(roles, locale) })} ·{' '}
      {t('insight.users', { count: users, number: formatNumber(users, locale) })}
    </p>
  );
}

interface RoleCardProps {
  role: Role;
  isFirst: boolean;
  edit: () => void;
}

function RoleCard({ role, isFirst, edit }: RoleCardProps) {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const may = useMay();
  const { run } = useDeleteRole();
  const { name, total_users: users, avatars } = role;
  const remove = async () => {
    const title = t('role.delete.title', { name });
    const agreed = await confirm({
      title,
      text: t('role.delete.text'),
      confirm: t('role.delete.confirm'),
      danger: true,
    });
    if (agreed) await run({ params: { id: role.id } });
  };
  const viewing = useViewAs();
  const view = async () => {
    if (await viewing.run({ params: { id: role.id } })) await startAnew();
  };
  return (
    <>
      <div className={classes.row}>
        <span className={classes.count}>
          {t('role.users', { count: users, number: formatNumber(users, locale) })}
        </span>
        <span className={classes.faces}>
          {avatars.map((person, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name.
            <PersonAvatar key={index} {...person} size={28} />
          ))}
          {users > avatars.length && (
            <bdi className={classes.more}>+{formatNumber(users - avatars.length, locale)}</bdi>
          )}
        </span>
      </div>
      <div className={classes.row}>
        <h3 className={classes.name}>
          <bdi>{name}</bdi>
        </h3>
        {isFirst ? (
          <span className={classes.locked}>
            <IconLock size={14} aria-hidden />
            {t('role.first')}
          </span>
        ) : (
          <span className={classes.actions}>
            {may('users-manage') && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('role.viewAs', { name })}
                title={t('role.viewAs', { name })}
                loading={viewing.isPending}
                onClick={() => void view()}
              >
                <IconEye size={18} aria-hidden />
              </ActionIcon>
            )}
            {role.editable && may('edit-role') && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('role.editNamed', { name })}
                onClick={edit}
              >
                <IconPencil size={18} aria-hidden />
              </ActionIcon>
            )}
            {role.editable && may('delete-role') && (
              <ActionIcon
                variant="subtle"
                color="red"
                size={32}
                aria-label={t('role.deleteNamed', { name })}
                onClick={() => void remove()}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            )}
          </span>
        )}
      </div>
    </>
  );
}
