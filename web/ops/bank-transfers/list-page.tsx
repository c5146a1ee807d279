import {
  BATCH_STATES,
  BatchForm,
  MAX_TRANSFERS,
  type ToTransfer,
} from '@daftar/contract/ops-bank-transfer-batches';
import { Button, Group } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney, formatNumber } from '../../ui/format.ts';
import { Link, useGoTo } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { StatCards } from '../../ui/stat-card.tsx';
import { bankTransferPath, dueTransfersPath } from '../paths/bank-transfers.ts';
import { useAsk } from '../shared/ask.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { ownAccountOptions } from '../shared/own-account.ts';
import { WaitingApprovals } from '../shared/waiting.tsx';
import { createBatch, useAccountsOfOurs, useBatches, useToTransfer } from './api.ts';
import { AccountsOfOurs } from './components/accounts.tsx';
import { AnswerDialog } from './components/answer-dialog.tsx';
import { useBatchColumns } from './components/columns.tsx';

/** `/ops/bank-transfers`: what is to be transferred, the files for the bank, and its answers. */
export default function BankTransfersPage() {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  const list = useBatches();
  const locale = useLocale();
  const accounts = useAccountsOfOurs().data?.data ?? [];
  const waiting = useToTransfer().data?.data;
  const [answering, setAnswering] = useState(false);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const goTo = useGoTo();
  const columns = useBatchColumns();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: BATCH_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
    },
    {
      kind: 'select',
      name: 'bank_account_id',
      label: t('from'),
      options: ownAccountOptions(accounts),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('ops:column.created') },
  ];
  const inUse = accounts.filter(({ state }) => state === 'on');
  const make = () =>
    ask({
      title: t('makeTitle'),
      text: t('makeText', { maximum: formatNumber(MAX_TRANSFERS, locale) }),
      schema: BatchForm,
      fields: [
        {
          name: 'bank_account_id',
          label: t('from'),
          kind: 'choice',
          options: ownAccountOptions(inUse),
        },
        { name: 'execution_day', label: t('day'), kind: 'day', help: t('dayHelp') },
      ],
      submit: t('make'),
      send: async (values) => {
        const reply = await createBatch(values);
        void goTo(bankTransferPath(reply.data.id));
        return reply;
      },
    });
  return (
    <OpsList
      title={t('ops:nav.bankTransfers')}
      list={list}
      find={t('find.files')}
      filters={filters}
      insights={<Figures />}
      action={
        <Group gap="xs">
          <Button variant="default" component={Link} to={dueTransfersPath}>
            {t('due')}
          </Button>
          {may('ops:settlements') && (
            <>
              <Button variant="default" onClick={() => setAnswering(true)}>
                {t('answer')}
              </Button>
              <Button disabled={inUse.length === 0 || !waiting || waiting.count === 0} onClick={make}>
                {t('make')}
              </Button>
            </>
          )}
        </Group>
      }
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.message_id}
      rowHref={(row) => bankTransferPath(row.id)}
      empty={{ icon: IconBuildingBank, title: t('noFiles'), text: t('noFilesText') }}
    >
      <WaitingApprovals kind="bank-return" />
      <AccountsOfOurs accounts={accounts} />
      <AnswerDialog opened={answering} onClose={() => setAnswering(false)} />
      {dialog}
    </OpsList>
  );
}

/** What is to be transferred, and what is left out of a file. */
function Figures() {
  const { t } = useTranslation('ops-bank-transfers');
  const locale = useLocale();
  const { data, error, refetch } = useToTransfer();
  const waiting = data?.data;
  const noteOf = ({ count, payouts }: ToTransfer) => {
    const all = t('count.transfers', { count, number: formatNumber(count, locale) });
    return payouts === 0
      ? all
      : t('count.ofPayouts', { all, count: payouts, number: formatNumber(payouts, locale) });
  };
  return (
    <StatCards
      label={t('waiting')}
      count={3}
      isBrief
      stats={
        waiting && [
          {
            label: t('waiting'),
            value: formatMoney(waiting.amount, 'EGP', locale),
            note: noteOf(waiting),
          },
          {
            label: t('stopped'),
            value: formatNumber(waiting.stopped, locale),
            note: waiting.stopped > 0 && t('stoppedNote'),
          },
          {
            label: t('unwritable'),
            value: formatNumber(waiting.unwritable, locale),
            note: waiting.unwritable > 0 && t('unwritableNote'),
          },
        ]
      }
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
