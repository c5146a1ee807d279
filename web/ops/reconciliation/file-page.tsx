import { ResolveForm } from '@daftar/contract/ops-reconciliation';
import type { ReconciliationFile, SettlementBatch } from '@daftar/contract/ops-settlement-files';
import { SETTLEMENT_LINE_KINDS } from '@daftar/contract/ops-settlement-lines';
import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { DateText, DaysText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useAsk } from '../shared/ask.tsx';
import { AccountLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsSection } from '../shared/ops-list.tsx';
import { WaitingApprovals } from '../shared/waiting.tsx';
import { undoFile, useFile, useLines } from './api.ts';
import { Batches } from './components/batches.tsx';
import { useLineColumns } from './components/columns.tsx';
import { useShare } from './components/words.tsx';

type File = ReconciliationFile & { batches: SettlementBatch[]; has_more_batches: boolean };

/** `/ops/settlement-files/:id`: a file, what it adds up to, and its lines. */
export default function FilePage() {
  const may = useMay();
  const { t } = useTranslation('ops-reconciliation');
  const query = useFile(useRouteParam('id'));
  useTitle(query.data?.data.name);
  return (
    <DetailPage<File>
      title={t('file')}
      query={query}
      summary={(file) => ({
        headline: <bdi>{file.name}</bdi>,
        status: (
          <StatusChip kind={file.state === 'imported' ? 'success' : 'closed'}>
            {t(`fileState.${file.state}`)}
          </StatusChip>
        ),
        actions: <Actions file={file} />,
      })}
    >
      {(file) => (
        <>
          <WaitingApprovals subject={`reconciliation-file:${file.id}`} />
          <About file={file} />
          <Batches
            batches={file.batches}
            hasMore={file.has_more_batches}
            mayBook={file.state === 'imported' && may('ops:reconciliation')}
          />
          {file.state === 'imported' && <Lines id={file.id} />}
        </>
      )}
    </DetailPage>
  );
}

function Actions({ file }: { file: File }) {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  // What is booked stays.
  if (file.state !== 'imported' || file.batches.some(({ booking }) => booking)) return null;
  if (!may('ops:reconciliation')) return null;
  const undo = () =>
    ask({
      title: t('undoTitle', { name: file.name }),
      text: t('undoText'),
      schema: ResolveForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('undo'),
      danger: true,
      send: ({ reason }) => undoFile(file.id, reason),
    });
  return (
    <>
      <Button color="red" variant="light" onClick={undo}>
        {t('undo')}
      </Button>
      {dialog}
    </>
  );
}

function About({ file }: { file: File }) {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const locale = useLocale();
  const share = useShare();
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          { label: t('account'), value: <AccountLink account={file.account} /> },
          { label: t('ops:filter.mode'), value: t(`ops:mode.${file.account.mode}`) },
          { label: t('profile'), value: <bdi>{file.profile}</bdi> },
          { label: t('lines'), value: formatNumber(file.lines, locale) },
          { label: t('matched'), value: share(file) },
          {
            label: t('period'),
            value: file.first_day && <DaysText from={file.first_day} to={file.last_day} />,
          },
          { label: t('gross'), value: <Money amount={file.gross} /> },
          { label: t('fee'), value: <Money amount={file.fee} /> },
          { label: t('net'), value: <Money amount={file.net} /> },
          { label: t('importedAt'), value: <DateText value={file.created_at} /> },
          { label: t('importedBy'), value: <Email value={file.actor} /> },
          { label: t('undoneAt'), value: file.undone_at && <DateText value={file.undone_at} /> },
          { label: t('undoneBy'), value: file.undone_by && <Email value={file.undone_by} /> },
          { label: 'SHA-256', value: <bdi dir="ltr">{file.sha256}</bdi>, wide: true },
        ]}
      />
    </Section>
  );
}

function Lines({ id }: { id: number }) {
  const { t } = useTranslation('ops-reconciliation');
  const locale = useLocale();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'kind',
      label: t('kind'),
      options: SETTLEMENT_LINE_KINDS.map((kind) => ({ value: kind, label: t(`lineKind.${kind}`) })),
    },
    {
      kind: 'select',
      name: 'is_matched',
      label: t('matched'),
      options: [
        { value: 'yes', label: t('isMatched') },
        { value: 'no', label: t('isNotMatched') },
      ],
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('day') },
  ];
  return (
    <OpsSection
      title={t('lines')}
      list={useLines(id)}
      find={t('find.lines')}
      filters={filters}
      columns={useLineColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => formatNumber(row.id, locale)}
      empty={{ icon: IconListDetails, title: t('noLines') }}
    />
  );
}
