import { REPORT_ACCESS } from '@daftar/contract/access';
import type { RecipientState, Report } from '@daftar/contract/reports';
import type { StepUp } from '@daftar/contract/step-up';
import { Button } from '@mantine/core';
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import { isAbort } from '../../../ui/errors.ts';
import { notify } from '../../../ui/notify.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { stepUp } from '../../auth/index.ts';
import { useMay } from '../../shared/permissions.ts';
import { reasonOf } from '../../shared/use-action.ts';
import { refreshReports, useApproveAddress, useDeleteReport, usePauseReport, useTestReport } from '../api.ts';
import classes from '../reports.module.css';
import { useReportWords } from './words.ts';

interface ReportCardProps {
  report: Report;
  mayApprove: boolean;
  onEdit: () => void;
}

/** One report: what, when, to whom, and what can be done with it. */
export function ReportCard({ report, mayApprove, onEdit }: ReportCardProps) {
  const { t } = useTranslation(['reports', 'messages']);
  const may = useMay();
  const words = useReportWords();
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 className={classes.name}>
            <bdi>{report.name}</bdi>
            {report.stopped ? (
              <StatusChip kind="fail">{t('state.stopped')}</StatusChip>
            ) : (
              report.is_paused && <StatusChip kind="closed">{t('state.paused')}</StatusChip>
            )}
          </h2>
          <p className={classes.quiet}>
            {words.what(report)} · {t(`format.${report.format}`)} · {words.when(report)}
          </p>
        </div>
        <Actions report={report} onEdit={onEdit} />
      </div>
      {report.stopped && <p className={classes.stopped}>{t(`stopped.${report.stopped}`)}</p>}
      <ul className={classes.people} aria-label={t('recipients')}>
        {report.recipients.map((recipient) => (
          <li key={recipient.id} className={classes.person}>
            <span className={classes.who}>
              {recipient.name && <bdi>{recipient.name}</bdi>}
              <bdi dir="ltr" className={classes.quiet}>
                {recipient.email}
              </bdi>
            </span>
            {recipient.state !== 'active' && (
              <StatusChip kind={KINDS[recipient.state]}>{t(`recipient.${recipient.state}`)}</StatusChip>
            )}
            {recipient.state === 'waiting-owner' && mayApprove && may(REPORT_ACCESS) && (
              <Approve report={report} recipient={recipient} />
            )}
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>
        {report.next_at && (
          <>
            {t('next')} <DateText value={report.next_at} />
          </>
        )}
        {report.next_at && report.last_sent_at && ' · '}
        {report.last_sent_at && (
          <>
            {t('last')} <DateText value={report.last_sent_at} />
          </>
        )}
        {!report.is_mine && (
          <>
            {' '}
            {t('madeBy')} <bdi>{report.made_by}</bdi>
          </>
        )}
      </p>
    </li>
  );
}

const KINDS: Readonly<Record<RecipientState, StatusKind>> = {
  active: 'success',
  'waiting-owner': 'pending',
  'waiting-address': 'pending',
  unsubscribed: 'closed',
};

function Actions({ report, onEdit }: { report: Report; onEdit: () => void }) {
  const { t } = useTranslation('reports');
  const pause = usePauseReport();
  const remove = useDeleteReport();
  const test = useTestReport();
  const params = { id: report.id };
  const may = useMay();
  const ask = async () => {
    const title = t('delete.title', { name: report.name });
    if (await confirm({ title, text: t('delete.text'), confirm: t('delete.confirm'), danger: true }))
      await remove.run({ params });
  };
  if (!may(REPORT_ACCESS)) return null;
  return (
    <RowMenu
      name={report.name}
      actions={() => [
        ...(report.is_mine
          ? [
              { label: t('action.edit'), icon: IconEdit, onClick: onEdit },
              { label: t('action.test'), icon: IconSend, onClick: () => void test.run({ params }) },
            ]
          : []),
        {
          label: t(report.is_paused ? 'action.resume' : 'action.pause'),
          icon: report.is_paused ? IconPlayerPlay : IconPlayerPause,
          onClick: () => void pause.run({ params, body: { is_paused: !report.is_paused } }),
        },
        { label: t('action.delete'), icon: IconTrash, danger: true, onClick: () => void ask() },
      ]}
    />
  );
}

/** The button with which an owner approves an address outside. */
function Approve({ report, recipient }: { report: Report; recipient: Report['recipients'][number] }) {
  const { t } = useTranslation('reports');
  const { send, isPending } = useApproveAddress();
  const approve = async () => {
    const params = { id: report.id, recipientId: recipient.id };
    const question = {
      title: t('approve.title'),
      text: t('approve.text', { email: recipient.email, name: report.name }),
      submit: t('approve.confirm'),
    };
    try {
      const done = await stepUp(question, (proof: StepUp) =>
        send({ params, body: { version: report.version, ...proof } }),
      );
      notify.success(done.message);
    } catch (error) {
      if (isAbort(error)) return;
      notify.error(reasonOf(error));
      refreshReports();
    }
  };
  return (
    <Button size="compact-sm" variant="light" loading={isPending} onClick={() => void approve()}>
      {t('approve.button')}
    </Button>
  );
}
