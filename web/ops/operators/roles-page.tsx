import type { OperatorRoleRow } from '@daftar/contract/ops-operators';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { WholeList } from '../../ui/whole-list.tsx';
import { useMay } from '../shared/operator.ts';
import { useRoleName } from '../shared/role-name.ts';
import { deleteRole, useRoles } from './api.ts';
import { usePowerName } from './components/power-name.ts';
import { RoleFields } from './components/role-fields.tsx';
import classes from './operators.module.css';

/** `/ops/operator-roles`: what each role may do and see; the provider's own can be changed. */
export default function RolesPage() {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const { data, error, refetch } = useRoles();
  const may = useMay();
  const power = usePowerName();
  const roleName = useRoleName();
  const [open, setOpen] = useState<OperatorRoleRow | 'new' | null>(null);
  const shown = useKept(open);
  const roles = data?.data;
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={t('roles')}
        text={t('rolesText')}
        actions={
          may('ops:operators') && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
              {t('addRole')}
            </Button>
          )
        }
      />
      {error && !roles && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && !roles && <Skeleton width="60%" />}
      {roles && (
        <WholeList
          title={t('roles')}
          rows={roles}
          textOf={({ kind, name, reads }) => [roleName({ role: kind, role_name: name }), ...reads.map(power)]}
        >
          {(found) => (
            <ul className={classes.list} aria-label={t('roles')}>
              {found.map((role) => (
                <li key={role.id ?? role.kind}>
                  <Role role={role} onEdit={() => setOpen(role)} />
                </li>
              ))}
            </ul>
          )}
        </WholeList>
      )}
      <SideDrawer opened={open !== null} onClose={close} title={t(shown === 'new' ? 'addRole' : 'editRole')}>
        {shown && may('ops:operators') && <RoleFields role={shown === 'new' ? null : shown} onDone={close} />}
      </SideDrawer>
    </>
  );
}

function Role({ role, onEdit }: { role: OperatorRoleRow; onEdit: () => void }) {
  const { t } = useTranslation('ops-operators');
  const locale = useLocale();
  const may = useMay();
  const power = usePowerName();
  const name = useRoleName()({ role: role.kind, role_name: role.name });
  const { id, permissions, reads } = role;
  const separator = locale === 'ar' ? '، ' : ', ';
  const seen = reads.filter((each) => !permissions.includes(each));
  const remove = async (roleId: number) => {
    const agreed = await confirm({
      title: t('deleteRoleTitle', { name }),
      text: t('deleteRoleText'),
      confirm: t('deleteRole'),
      danger: true,
    });
    if (agreed) await deleteRole(roleId);
  };
  return (
    <>
      <div className={classes.who}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={classes.quiet}>
          {role.id === null ? t('builtIn') : t('ownRole')} ·{' '}
          {t('holders', { count: role.operators, number: formatNumber(role.operators, locale) })}
        </span>
        {permissions.length > 0 && (
          <span>
            {t('mayDo')}: {permissions.map(power).join(separator)}
          </span>
        )}
        {seen.length > 0 && (
          <span className={classes.quiet}>
            {t('maySee')}: {seen.map(power).join(separator)}
          </span>
        )}
      </div>
      <span className={classes.menu}>
        {id !== null && role.editable && may('ops:operators') && (
          <RowMenu
            name={name}
            actions={() => [
              { label: t('editRole'), icon: IconPencil, onClick: onEdit },
              {
                label: t('deleteRole'),
                icon: IconTrash,
                danger: true,
                disabled: role.operators > 0,
                onClick: () => void remove(id),
              },
            ]}
          />
        )}
      </span>
    </>
  );
}
