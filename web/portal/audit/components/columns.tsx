import type { AuditRow } from '@daftar/contract/audit';
import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Email } from '../../../ui/email.tsx';
import { textOf } from '../../../ui/text-key.ts';
import classes from './audit.module.css';
import { AuditSubject } from './subject.tsx';

/** A person by name and e-mail; the provider, the system and the company’s directory by name. */
export function Actor({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audit');
  if (row.actor_name) {
    return (
      <span className={classes.actor}>
        <bdi>{row.actor_name}</bdi>
        <bdi className={classes.quiet}>{row.actor}</bdi>
      </span>
    );
  }
  if (row.actor === 'system' || row.actor === 'provider' || row.actor === 'scim')
    return t(`actor.${row.actor}`);
  return <bdi>{row.actor}</bdi>;
}

/** The columns of the log; the action opens its details. */
export function useAuditColumns(open: (row: AuditRow) => void): readonly Column<AuditRow>[] {
  const { t } = useTranslation('audit');
  return useMemo<readonly Column<AuditRow>[]>(
    () => [
      {
        id: 'action',
        header: t('column.action'),
        sortBy: false,
        card: 'title',
        share: 28,
        skeleton: '9rem',
        cell: (row) => (
          <UnstyledButton className={classes.open} onClick={() => open(row)}>
            {row.action_name}
          </UnstyledButton>
        ),
      },
      {
        id: 'actor',
        header: t('column.actor'),
        sortBy: false,
        share: 16,
        skeleton: '8rem',
        cell: (row) => (row.actor_name ? <bdi>{row.actor_name}</bdi> : <Actor row={row} />),
        onCard: (row) => <Actor row={row} />,
      },
      {
        id: 'email',
        header: t('column.email'),
        sortBy: false,
        minor: 'chosen',
        card: 'none',
        share: 18,
        skeleton: '8rem',
        cell: ({ actor, actor_name }) => (actor_name ? <Email value={actor} /> : <span aria-hidden>–</span>),
      },
      {
        id: 'created_at',
        header: t('column.at'),
        skeleton: '8rem',
        cell: (row) => <DateText value={row.created_at} />,
      },
      {
        id: 'subject',
        header: t('column.subject'),
        sortBy: false,
        share: 26,
        skeleton: '7rem',
        cell: (row) => (
          <span className={classes.subject}>
            <AuditSubject row={row} />
          </span>
        ),
        onCard: (row) => <AuditSubject row={row} />,
      },
      {
        id: 'mode',
        header: t('column.mode'),
        sortBy: false,
        minor: true,
        skeleton: '3rem',
        cell: ({ mode }) => (mode === null ? <span aria-hidden>–</span> : textOf(t, 'audit:mode.', mode)),
      },
      {
        id: 'address',
        header: t('column.address'),
        sortBy: false,
        minor: true,
        skeleton: '6rem',
        cell: ({ address }) => (address === null ? <span aria-hidden>–</span> : <bdi>{address}</bdi>),
      },
    ],
    [t, open],
  );
}
