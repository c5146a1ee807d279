import {
  ChangeRoleForm,
  InviteForm,
  OPERATOR_STATES,
  type OperatorRow,
} from '@daftar/contract/ops-operators';
import { OPERATOR_ROLES } from '@daftar/contract/ops-roles';
import { Button, Group } from '@mantine/core';
import { IconKey, IconLock, IconUserPlus, IconUserShield, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import type { Column, RowAction } from '../../ui/data-table.tsx';
import { DateText, Elapsed } from '../../ui/date.tsx';
import { Email } from '../../ui/email.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { operatorDirectoryPath, operatorRolesPath } from '../paths/operators.ts';
import { useAsk } from '../shared/ask.tsx';
import { useMay, useOperator } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useRoleName } from '../shared/role-name.ts';
import { changeRole, disableOperator, inviteOperator, resetOperator, useOperators, useRoles } from './api.ts';

const KINDS = { active: 'success', invited: 'pending', disabled: 'closed' } as const;

/** `/ops/operators`: the provider's staff with access to the console. */
export default function OperatorsPage() {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const list = useOperators();
  const may = useMay();
  const { ask, dialog } = useAsk();
  const roles = useRoleOptions();
  const { customRoles, ...options } = roles ?? { customRoles: [], given: [] };
  const actionsOf = useActions(ask, options.given);
  const own = useOperator()?.email;
  const invite = () =>
    ask({
      title: t('invite'),
      text: t('inviteText'),
      schema: InviteForm,
      fields: [
        { name: 'email', label: t('ops:column.email'), kind: 'line' },
        { name: 'role', label: t('role'), kind: 'choice', options: options.given },
        {
          name: 'current_password',
          label: t('ops:ownPassword'),
          kind: 'password',
          help: t('ownPasswordHelp'),
        },
      ],
      submit: t('send'),
      send: inviteOperator,
    });
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: OPERATOR_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
    },
    {
      kind: 'select',
      name: 'role',
      label: t('role'),
      options: [...OPERATOR_ROLES, 'custom' as const].map((value) => ({
        value,
        label: t(`ops:role.${value}`),
      })),
    },
    ...(customRoles.length === 0
      ? []
      : [{ kind: 'select' as const, name: 'role_id', label: t('ownRole'), options: customRoles }]),
  ];
  return (
    <OpsList
      title={t('ops:nav.operators')}
      action={
        <Group gap="xs">
          <Button variant="default" component={Link} to={operatorDirectoryPath}>
            {t('directory.short')}
          </Button>
          <Button variant="default" component={Link} to={operatorRolesPath}>
            {t('roles')}
          </Button>
          {may('ops:operators') && (
            // What somebody may be given is known before a dialog opens.
            <Button
              leftSection={<IconUserPlus size={18} aria-hidden />}
              disabled={roles === undefined}
              onClick={invite}
            >
              {t('invite')}
            </Button>
          )}
        </Group>
      }
      list={list}
      find={t('find')}
      filters={filters}
      columns={useColumns(own)}
      rowKey={(row) => row.id}
      rowName={(row) => row.email}
      {...(may('ops:operators') && roles ? { rowActions: actionsOf } : {})}
      empty={{ icon: IconUsers, title: t('none') }}
    >
      {dialog}
    </OpsList>
  );
}

/** The roles that the operator may give, with what they may do, and all custom ones; undefined until they are known. */
function useRoleOptions() {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const roleName = useRoleName();
  const rows = useRoles().data?.data;
  const named = rows?.map(({ id, kind, name, assignable }) => ({
    assignable,
    isCustom: kind === 'custom',
    value: kind === 'custom' ? String(id) : kind,
    label:
      kind === 'custom'
        ? roleName({ role: kind, role_name: name })
        : `${t(`ops:role.${kind}`)}: ${t(`may.${kind}`)}`,
  }));
  const optionsOf = (each: NonNullable<typeof named>) => each.map(({ value, label }) => ({ value, label }));
  return (
    named && {
      given: optionsOf(named.filter(({ assignable }) => assignable)),
      customRoles: optionsOf(named.filter(({ isCustom }) => isCustom)),
    }
  );
}

/** What can be done with an operator: nothing with oneself, or with whoever may do more. */
function useActions(
  ask: ReturnType<typeof useAsk>['ask'],
  roles: readonly { value: string; label: string }[],
): (operator: OperatorRow) => RowAction[] {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const giveRole = ({ id, email, role, role_id }: OperatorRow) =>
    ask({
      title: t('roleTitle', { email }),
      text: t('roleText'),
      schema: ChangeRoleForm,
      fields: [
        {
          name: 'role',
          label: t('role'),
          kind: 'choice',
          options: roles,
          initial: role === 'none' ? '' : role_id === null ? role : String(role_id),
        },
        {
          name: 'current_password',
          label: t('ops:ownPassword'),
          kind: 'password',
          help: t('ownPasswordHelp'),
        },
      ],
      submit: t('changeRole'),
      send: (values) => changeRole(id, values),
    });
  const decide = async (
    { id, email }: OperatorRow,
    what: 'reset' | 'disable',
    title: 'reset' | 'resend' | 'enable' | 'disable' | 'keepOut',
  ) => {
    const agreed = await confirm({
      title: t(`${title}Title`, { email }),
      text: t(`${title}Text`),
      confirm: t(`${title}`),
      danger: what === 'disable',
    });
    if (agreed) await (what === 'disable' ? disableOperator : resetOperator)(id);
  };
  return (operator) => {
    if (!operator.editable) return [];
    const { state } = operator;
    const again = state === 'active' ? 'reset' : state === 'invited' ? 'resend' : 'enable';
    return [
      { label: t('changeRole'), icon: IconUserShield, onClick: () => giveRole(operator) },
      ...(operator.role === 'none'
        ? []
        : [{ label: t(`${again}`), icon: IconKey, onClick: () => void decide(operator, 'reset', again) }]),
      ...(state === 'disabled' && !operator.ended_by_directory
        ? []
        : [
            {
              label: t(state === 'disabled' ? 'keepOut' : 'disable'),
              icon: IconLock,
              danger: true,
              onClick: () => void decide(operator, 'disable', state === 'disabled' ? 'keepOut' : 'disable'),
            },
          ]),
    ];
  };
}

function useColumns(own: string | undefined): readonly Column<OperatorRow>[] {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const roleName = useRoleName();
  return [
    {
      id: 'email',
      header: t('ops:column.email'),
      card: 'title',
      cell: ({ email }) => <Email value={email} />,
    },
    { id: 'role', header: t('role'), cell: (row) => <bdi>{roleName(row)}</bdi> },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: (row) => (
        <StatusChip kind={KINDS[row.state]}>{t(row.email === own ? 'you' : stateOf(row))}</StatusChip>
      ),
    },
    {
      id: 'last_seen_at',
      header: t('seen'),
      cell: (row) => <When operator={row} />,
      onCard: (row) => <When operator={row} isBrief />,
    },
    {
      id: 'created_at',
      header: t('ops:column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
      onCard: ({ created_at }) => <DateText value={created_at} style="date" />,
    },
  ];
}

/** The text of an operator's state. */
function stateOf({ state, role, ended_by_directory: byDirectory }: OperatorRow) {
  if (!byDirectory) return `state.${state}` as const;
  return role === 'none' ? 'state.noGroup' : 'state.byDirectory';
}

/** When an operator was last here, or until when their invitation is valid. */
function When({ operator, isBrief = false }: { operator: OperatorRow; isBrief?: boolean }) {
  const { t } = useTranslation('ops-operators');
  if (operator.state === 'invited' && operator.invited_until) {
    return (
      <>
        {t('until')} <DateText value={operator.invited_until} />
      </>
    );
  }
  if (!operator.last_seen_at) return t('never');
  return isBrief ? <Elapsed value={operator.last_seen_at} /> : <DateText value={operator.last_seen_at} />;
}
