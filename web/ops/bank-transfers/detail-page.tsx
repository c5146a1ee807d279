import {
  type Batch,
  ReleaseForm,
  TRANSFER_STATES,
  type TransferRow,
} from '@daftar/contract/ops-bank-transfer-batches';
import { Alert, Button, Group } from '@mantine/core';
import { IconBuildingBank, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { confirm } from '../../ui/confirm.tsx';
import type { RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { sentenceOf } from '../../ui/errors.ts';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber, inFours } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { notify } from '../../ui/notify.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { useAsk } from '../shared/ask.tsx';
import { BankAccountLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsSection } from '../shared/ops-list.tsx';
import { WaitingApprovals } from '../shared/waiting.tsx';
import { askRelease, cancelBatch, downloadFile, removeTransfer, useBatch, useTransfers } from './api.ts';
import { AnswerDialog } from './components/answer-dialog.tsx';
import { BatchStatus, DayText, useTransferColumns } from './components/columns.tsx';

/** `/ops/bank-transfers/:id`: a file of transfers, its release, and what became of each transfer. */
export default function BankTransferPage() {
  const { t } = useTranslation('ops-bank-transfers');
  const query = useBatch(useRouteParam('id'));
  useTitle(query.data?.data.message_id);
  return (
    <DetailPage<Batch>
      title={t('file')}
      query={query}
      summary={(batch) => ({
        reference: batch.message_id,
        headline: <Money amount={batch.amount} />,
        status: <BatchStatus state={batch.state} />,
        actions: <Actions batch={batch} />,
      })}
    >
      {(batch) => (
        <>
          <WaitingApprovals subject={`bank-file:${batch.id}`} />
          {batch.unusual_names.length > 0 && batch.state === 'draft' && (
            <Alert color="yellow" title={t('unusualNames')}>
              <ul>
                {batch.unusual_names.map((name) => (
                  <li key={name}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          <About batch={batch} />
          <Transfers batch={batch} />
        </>
      )}
    </DetailPage>
  );
}

function About({ batch }: { batch: Batch }) {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  const locale = useLocale();
  const { account, iban, sha256, released_by, released_at } = batch;
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          {
            label: t('from'),
            value: (
              <>
                <BankAccountLink account={account} /> · <bdi>{account.bank_name}</bdi>
              </>
            ),
          },
          { label: 'IBAN', value: <bdi dir="ltr">{inFours(iban)}</bdi> },
          { label: t('day'), value: <DayText day={batch.execution_day} /> },
          { label: t('format'), value: t(`format.${batch.format}`) },
          { label: t('transfers'), value: formatNumber(batch.transfers, locale) },
          { label: t('openTransfers'), value: formatNumber(batch.open, locale) },
          { label: t('createdBy'), value: <Email value={batch.created_by} /> },
          { label: t('ops:column.created'), value: <DateText value={batch.created_at} /> },
          { label: t('releasedBy'), value: released_by && <Email value={released_by} /> },
          { label: t('releasedAt'), value: released_at && <DateText value={released_at} /> },
          { label: 'SHA-256', value: sha256 && <bdi dir="ltr">{sha256}</bdi>, wide: true },
        ]}
      />
    </Section>
  );
}

function Transfers({ batch }: { batch: Batch }) {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  const may = useMay();
  const list = useTransfers(batch.id);
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: TRANSFER_STATES.map((state) => ({ value: state, label: t(`transferState.${state}`) })),
    },
  ];
  const columns = useTransferColumns();
  const remove = async (row: TransferRow) => {
    const agreed = await confirm({
      title: t('removeTitle', { reference: row.reference }),
      text: t('removeText'),
      confirm: t('remove'),
      danger: true,
    });
    if (agreed) await removeTransfer(batch.id, row.id);
  };
  const rowActions = (row: TransferRow): RowAction[] =>
    batch.state === 'draft' && row.state === 'listed'
      ? [{ label: t('remove'), icon: IconTrash, onClick: () => void remove(row) }]
      : [];
  return (
    <OpsSection
      title={t('transfers')}
      list={list}
      find={t('find.transfers')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      {...(may('ops:settlements') ? { rowActions } : {})}
      empty={{ icon: IconBuildingBank, title: t('noTransfers') }}
    />
  );
}

function Actions({ batch }: { batch: Batch }) {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  const { t: common } = useTranslation('common');
  const may = useMay();
  const { ask, dialog } = useAsk();
  const [answering, setAnswering] = useState(false);
  const { id, state, message_id } = batch;
  const release = () =>
    ask({
      title: t('releaseTitle', { reference: message_id }),
      text: t('releaseText'),
      schema: ReleaseForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('ops:askApproval'),
      send: (values) => askRelease(id, values),
    });
  const cancel = async () => {
    const agreed = await confirm({
      title: t('cancelTitle', { reference: message_id }),
      text: t('cancelText'),
      confirm: t('cancelFile'),
      danger: true,
    });
    if (agreed) await cancelBatch(id);
  };
  const download = async () => {
    try {
      await downloadFile(id, message_id);
    } catch (error) {
      notify.error(sentenceOf(error, common));
    }
  };
  return (
    <Group gap="xs">
      {state === 'draft' && may('ops:settlements') && (
        <>
          <Button color="red" variant="light" onClick={() => void cancel()}>
            {t('cancelFile')}
          </Button>
          <Button onClick={release}>{t('release')}</Button>
        </>
      )}
      {(state === 'released' || state === 'answered') && (
        <>
          <Button variant="default" onClick={() => void download()}>
            {t('download')}
          </Button>
          {may('ops:settlements') && <Button onClick={() => setAnswering(true)}>{t('answer')}</Button>}
        </>
      )}
      <AnswerDialog opened={answering} onClose={() => setAnswering(false)} />
      {dialog}
    </Group>
  );
}
