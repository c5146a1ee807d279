import type { BusinessUser } from '@daftar/contract/team';
import { Button } from '@mantine/core';
import {
  IconMailForward,
  IconMailOff,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { FilterChips, type FilterField } from '../../ui/filters.tsx';
import { useAsk } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TableSearch } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchTeam, useDeleteUser, useInviteAgain, useStopAddress, useUsers } from './api.ts';
import { nameOf, useUserColumns } from './components/columns.tsx';
import { CompanySignInCard } from './components/company-sign-in.tsx';
import { confirmGoing } from './components/confirm-going.tsx';
import { DirectoryCard } from './components/directory.tsx';
import { RoleCards } from './components/role-cards.tsx';
import { TwoStepPolicyCard } from './components/two-step-policy.tsx';
import { UserDrawer } from './components/user-drawer.tsx';
import classes from './team-page.module.css';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchTeam(search);

/** The actions of a person; none for people that the caller may not change. */
function useRowActions(edit: (user: BusinessUser) => void): (user: BusinessUser) => RowAction[] {
  const { t } = useTranslation('team');
  const may = useMay();
  const deleting = useDeleteUser();
  const stopping = useStopAddress();
  const inviting = useInviteAgain();
  const remove = async (user: BusinessUser) => {
    const kept = await confirmGoing(user, {
      title: t('user.delete.title', { name: nameOf(user) }),
      text: t('user.delete.text'),
      confirm: t('user.delete.confirm'),
    });
    const query = kept && kept.length > 0 ? { keep_keys: kept.join(',') } : {};
    if (kept) await deleting.run({ params: { id: user.id }, query });
  };
  const stop = async (user: BusinessUser) => {
    const agreed = await confirm({
      title: t('user.stopAddress'),
      text: t('user.stopAddressText', { email: user.new_email }),
      confirm: t('user.stopAddress'),
    });
    if (agreed) await stopping.run({ params: { id: user.id } });
  };
  return (user) => {
    if (!user.editable) return [];
    return [
      ...(user.new_email && may('edit-user')
        ? [{ label: t('user.stopAddress'), icon: IconMailOff, onClick: () => void stop(user) }]
        : []),
      ...(may('edit-user') ? [{ label: t('user.edit'), icon: IconPencil, onClick: () => edit(user) }] : []),
      ...(user.invited && may('create-user')
        ? [
            {
              label: t('user.inviteAgain'),
              icon: IconMailForward,
              onClick: () => void inviting.run({ params: { id: user.id } }),
            },
          ]
        : []),
      ...(may('delete-user')
        ? [
            {
              label: t('user.delete.confirm'),
              icon: IconTrash,
              danger: true,
              onClick: () => void remove(user),
            },
          ]
        : []),
    ];
  };
}

/** `/users-and-roles`: the merchant's people and roles. */
export default function TeamPage() {
  const { t } = useTranslation('team');
  const may = useMay();
  const { search, query } = useUsers();
  const columns = useUserColumns();
  const editing = useOverlay<{ user: BusinessUser | null; name?: string }>();
  const rowActions = useRowActions((user) => editing.open({ user }));
  const mayAdd = may('create-user');
  useAsk('create', true, (name = '') => {
    if (mayAdd) editing.open({ user: null, name });
  });
  const filters: readonly FilterField[] = [{ kind: 'text', name: 'search', label: t('search') }];
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          mayAdd && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => editing.open({ user: null })}
            >
              {t('user.add')}
            </Button>
          )
        }
      />
      <RoleCards />
      <TwoStepPolicyCard />
      <CompanySignInCard />
      <DirectoryCard />
      <section aria-labelledby="users-heading">
        <div className={classes.head}>
          <h2 id="users-heading" className={classes.heading}>
            {t('users.title')}
          </h2>
          <TableSearch
            label={t('search')}
            onSearch={(text) => search.setFilters(text ? { search: text } : {})}
          />
        </div>
        <FilterChips fields={filters} search={search} />
        <DataTable
          caption={t('users.title')}
          columns={columns}
          query={query}
          search={search}
          rowKey={(row) => row.id}
          rowName={nameOf}
          rowActions={rowActions}
          empty={{ icon: IconUsersGroup, title: t('users.empty') }}
        />
      </section>
      {editing.shown && <UserDrawer name="" {...editing.shown.subject} {...editing.props} />}
    </>
  );
}
