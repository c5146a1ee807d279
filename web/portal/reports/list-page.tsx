import { REPORT_ACCESS } from '@daftar/contract/access';
import type { Report, Reports } from '@daftar/contract/reports';
import { Button } from '@mantine/core';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchReports, useReports } from './api.ts';
import { ReportCard } from './components/report-card.tsx';
import { ReportDrawer } from './components/report-drawer.tsx';
import classes from './reports.module.css';

export const prefetch: PageModule['prefetch'] = () => prefetchReports();

/** `/reports`: what is mailed regularly, when, and to whom. */
export default function ReportsPage() {
  const { t } = useTranslation('reports');
  const { data, error, refetch } = useReports();
  const { shown, open, props } = useOverlay<Report | null>();
  const may = useMay();
  const add = may(REPORT_ACCESS) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)} disabled={!data}>
      {t('new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={add} />
      {error && !data ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <List of={data.data} onEdit={open} />
      ) : (
        <Skeleton width="100%" height="12rem" />
      )}
      {shown && data && <ReportDrawer report={shown.subject} members={data.data.members} {...props} />}
    </>
  );
}

interface ListProps {
  of: Reports;
  onEdit: (report: Report) => void;
}

function List({ of: { reports, may_approve: mayApprove }, onEdit }: ListProps) {
  const { t } = useTranslation('reports');
  if (reports.length === 0) {
    return <EmptyState icon={IconMailForward} title={t('empty.title')} text={t('empty.text')} />;
  }
  return (
    <ul className={classes.list}>
      {reports.map((report) => (
        <ReportCard key={report.id} report={report} mayApprove={mayApprove} onEdit={() => onEdit(report)} />
      ))}
    </ul>
  );
}
