import { ChangeRoleForm, InviteForm, type OperatorRow } from '@daftar/contract/ops-operators';
import { Button } from '@mantine/core';
import { IconKey, IconLock, IconUserPlus, IconUserShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { DateText } from '../../ui/date.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { operatorRolesPath } from '../paths/operators.ts';
import { useAsk } from '../shared/ask.tsx';
import { useMay, useOperator } from '../shared/operator.ts';
import { useRoleName } from '../shared/role-name.ts';
import { changeRole, disableOperator, inviteOperator, resetOperator, useOperators, useRoles } from './api.ts';
import classes from './operators.module.css';

const KINDS = { active: 'success', invited: 'pending', disabled: 'closed' } as const;

/** `/ops/operators`: the provider's staff with access to the console. */
export default function OperatorsPage() {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const { data, error, refetch } = useOperators();
  const may = useMay();
  const { ask, dialog } = useAsk();
  const roles = useRoleOptions();
  // What somebody may be given is asked with the list, so that no dialog opens without it.
  const operators = roles && data?.data;
  const invite = () =>
    ask({
      title: t('invite'),
      text: t('inviteText'),
      schema: InviteForm,
      fields: [
        { name: 'email', label: t('ops:column.email'), kind: 'line' },
        {
          name: 'role',
          label: t('role'),
          kind: 'choice',
          options: roles ?? [],
        },
        { name: 'current_password', label: t('ownPassword'), kind: 'password', help: t('ownPasswordHelp') },
      ],
      submit: t('send'),
      send: inviteOperator,
    });
  return (
    <>
      <PageHeader
        title={t('ops:nav.operators')}
        actions={
          <>
            <Button variant="default" component={Link} to={operatorRolesPath}>
              {t('roles')}
            </Button>
            {may('ops:operators') && (
              <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={invite}>
                {t('invite')}
              </Button>
            )}
          </>
        }
      />
      {error && !operators && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && !operators && <Skeleton width="60%" />}
      {operators && (
        <ul className={classes.list} aria-label={t('ops:nav.operators')}>
          {operators.map((operator) => (
            <li key={operator.id}>
              <Row operator={operator} roles={roles} />
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </>
  );
}

/** The roles that the operator may give, with what they may do; undefined until they are known. */
function useRoleOptions() {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const roleName = useRoleName();
  const rows = useRoles().data?.data;
  return rows
    ?.filter(({ assignable }) => assignable)
    .map(({ id, kind, name }) =>
      kind === 'custom'
        ? { value: String(id), label: roleName({ role: kind, role_name: name }) }
        : { value: kind, label: `${t(`ops:role.${kind}`)}: ${t(`may.${kind}`)}` },
    );
}

function Row({
  operator,
  roles,
}: {
  operator: OperatorRow;
  roles: NonNullable<ReturnType<typeof useRoleOptions>>;
}) {
  const { t } = useTranslation(['ops-operators', 'ops']);
  const may = useMay();
  const own = useOperator()?.email === operator.email;
  const { id, email, state } = operator;
  const roleName = useRoleName();
  const { ask, dialog } = useAsk();
  const giveRole = () =>
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
          initial: operator.role_id === null ? operator.role : String(operator.role_id),
        },
        { name: 'current_password', label: t('ownPassword'), kind: 'password', help: t('ownPasswordHelp') },
      ],
      submit: t('changeRole'),
      send: (values) => changeRole(id, values),
    });
  const decide = async (what: 'reset' | 'disable', title: 'reset' | 'resend' | 'enable' | 'disable') => {
    const agreed = await confirm({
      title: t(`${title}Title`, { email }),
      text: t(`${title}Text`),
      confirm: t(`${title}`),
      danger: what === 'disable',
    });
    if (agreed) await (what === 'disable' ? disableOperator : resetOperator)(id);
  };
  const again = state === 'active' ? 'reset' : state === 'invited' ? 'resend' : 'enable';
  const actions: RowAction[] =
    own || !operator.editable || !may('ops:operators')
      ? []
      : [
          { label: t('changeRole'), icon: IconUserShield, onClick: giveRole },
          { label: t(`${again}`), icon: IconKey, onClick: () => void decide('reset', again) },
          ...(state === 'disabled'
            ? []
            : [
                {
                  label: t('disable'),
                  icon: IconLock,
                  danger: true,
                  onClick: () => void decide('disable', 'disable'),
                },
              ]),
        ];
  return (
    <>
      <div className={classes.who}>
        <strong>
          <bdi>{email}</bdi>
        </strong>
        <span className={classes.quiet}>
          {roleName(operator)} · <When operator={operator} />
        </span>
      </div>
      <StatusChip kind={KINDS[state]}>{t(own ? 'you' : `state.${state}`)}</StatusChip>
      <span className={classes.menu}>
        <RowMenu name={email} actions={() => actions} />
      </span>
      {dialog}
    </>
  );
}

/** When an operator was last here, or until when their invitation is valid. */
function When({ operator }: { operator: OperatorRow }) {
  const { t } = useTranslation(['ops-operators', 'ops']);
  if (operator.state === 'invited' && operator.invited_until) {
    return (
      <>
        {t('until')} <DateText value={operator.invited_until} />
      </>
    );
  }
  if (!operator.last_seen_at) return t('never');
  return (
    <>
      {t('seen')} <DateText value={operator.last_seen_at} />
    </>
  );
}
