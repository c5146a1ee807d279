import type { BankLine, StatementFile } from '@daftar/contract/ops-bank-statements';
import { BANK_LINE_STATES } from '@daftar/contract/ops-bank-statements';
import { ResolveForm } from '@daftar/contract/ops-reconciliation';
import { Button, UnstyledButton } from '@mantine/core';
import { IconEye, IconListDetails } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DateText, DaysText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { useShown } from '../../ui/use-shown.ts';
import { useAsk } from '../shared/ask.tsx';
import { breakPath } from '../shared/break-path.ts';
import cells from '../shared/cells.module.css';
import { BankAccountLink, NameLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsSection } from '../shared/ops-list.tsx';
import { References } from '../shared/references.tsx';
import { undoStatement, useLines, useStatement } from './api.ts';
import { AboutLink, LineDrawer, LineStatus } from './components/line-drawer.tsx';
import { StatementStatus } from './list-page.tsx';

/** `/ops/bank-statements/:id`: a statement, its balances, and what each of its lines is about. */
export default function StatementPage() {
  const { t } = useTranslation('ops-bank-statements');
  const query = useStatement(useRouteParam('id'));
  useTitle(query.data?.data.name);
  return (
    <DetailPage<StatementFile>
      title={t('statement')}
      query={query}
      summary={(file) => ({
        headline: <bdi>{file.name}</bdi>,
        status: <StatementStatus row={file} />,
        actions: <Actions file={file} />,
      })}
    >
      {(file) => (
        <>
          <About file={file} />
          {file.state === 'imported' && <Lines id={file.id} />}
        </>
      )}
    </DetailPage>
  );
}

function Actions({ file }: { file: StatementFile }) {
  const { t } = useTranslation(['ops-bank-statements', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  if (file.state !== 'imported' || !may('ops:reconciliation')) return null;
  const undo = () =>
    ask({
      title: t('undoTitle', { name: file.name }),
      text: t('undoText'),
      schema: ResolveForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('undo'),
      danger: true,
      send: ({ reason }) => undoStatement(file.id, reason),
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

function About({ file }: { file: StatementFile }) {
  const { t } = useTranslation('ops-bank-statements');
  const locale = useLocale();
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          { label: t('account'), value: <BankAccountLink account={file.account} /> },
          { label: t('format'), value: t(`format.${file.format}`) },
          {
            label: t('days'),
            value: <DaysText from={file.first_day} to={file.last_day} />,
          },
          { label: t('lines'), value: formatNumber(file.lines, locale) },
          { label: t('opening'), value: <Money amount={file.opening} /> },
          { label: t('closing'), value: <Money amount={file.closing} /> },
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
  const { t } = useTranslation(['ops-bank-statements', 'ops']);
  const list = useLines(id);
  const { shown, open, close } = useShown('line');
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: BANK_LINE_STATES.map((state) => ({ value: state, label: t(`lineState.${state}`) })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('day') },
  ];
  const columns: readonly Column<BankLine>[] = [
    {
      id: 'text',
      header: t('line'),
      card: 'title',
      cell: (line) => (
        <UnstyledButton className={cells.open} onClick={() => open(line)}>
          <bdi>{line.text || line.reference || t('noText')}</bdi>
        </UnstyledButton>
      ),
    },
    { id: 'state', header: t('ops:column.status'), card: 'chip', cell: (line) => <LineStatus line={line} /> },
    { id: 'booked_on', header: t('day'), cell: (line) => <DateText value={line.booked_on} style="date" /> },
    {
      id: 'reference',
      header: t('reference'),
      cell: ({ reference }) => (reference ? <References text={reference} /> : <span aria-hidden>–</span>),
    },
    {
      id: 'links',
      header: t('about'),
      cell: ({ links, break_id }) => (
        <>
          {links.map((link) => (
            <div key={`${link.kind} ${link.id}`}>
              <AboutLink link={link} />
            </div>
          ))}
          {break_id !== null && <NameLink to={breakPath(break_id)}>{t('break')}</NameLink>}
          {links.length === 0 && break_id === null && <span aria-hidden>–</span>}
        </>
      ),
      onCard: ({ links, break_id }) => (
        <>
          {links.map((link) => (
            <Fragment key={`${link.kind} ${link.id}`}>
              <AboutLink link={link} />{' '}
            </Fragment>
          ))}
          {break_id !== null && <NameLink to={breakPath(break_id)}>{t('break')}</NameLink>}
          {links.length === 0 && break_id === null && <span aria-hidden>–</span>}
        </>
      ),
    },
    {
      id: 'amount',
      header: t('ops:column.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ];
  return (
    <OpsSection
      title={t('lines')}
      list={list}
      find={t('find.lines')}
      filters={filters}
      columns={columns}
      rowKey={(line) => line.id}
      rowName={(line) => line.text || line.reference}
      rowActions={(line) => [{ label: t('view'), icon: IconEye, onClick: () => open(line) }]}
      empty={{ icon: IconListDetails, title: t('noLines') }}
    >
      {shown && <LineDrawer {...shown} onClose={close} />}
    </OpsSection>
  );
}
