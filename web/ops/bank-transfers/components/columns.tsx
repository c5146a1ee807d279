import { shownAccount } from '@daftar/contract/bank-accounts';
import type {
  Batch,
  BatchRow,
  BatchState,
  DueState,
  DueTransfer,
  TransferKind,
  TransferRow,
  TransferState,
} from '@daftar/contract/ops-bank-transfer-batches';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { OneLine } from '../../../ui/one-line.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { bankTransferPath } from '../../paths/bank-transfers.ts';
import { AccountNumber } from '../../shared/account-number.tsx';
import { BankAccountLink, ReferenceLink, useAmountColumn, useMerchantColumn } from '../../shared/cells.tsx';
import { useSubjectPath } from '../../shared/subject-link.tsx';

const BATCH_KINDS: Readonly<Record<BatchState, StatusKind>> = {
  draft: 'open',
  waiting: 'pending',
  released: 'refund',
  answered: 'success',
  canceled: 'closed',
};

const TRANSFER_KINDS: Readonly<Record<TransferState, StatusKind>> = {
  listed: 'open',
  removed: 'closed',
  sent: 'pending',
  paid: 'success',
  rejected: 'fail',
  returned: 'fail',
};

/** How far a file has come. */
export function BatchStatus({ state }: { state: Batch['state'] }) {
  const { t } = useTranslation('ops-bank-transfers');
  return <StatusChip kind={BATCH_KINDS[state]}>{t(`state.${state}`)}</StatusChip>;
}

/** A day as the bank reads it. */
export const DayText = ({ day }: { day: string }) => <DateText value={`${day}T12:00:00Z`} style="date" />;

/** The columns of the list of files. */
export function useBatchColumns(): readonly Column<BatchRow>[] {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  const locale = useLocale();
  return [
    {
      id: 'message_id',
      header: t('file'),
      card: 'title',
      cell: ({ id, message_id }) => <ReferenceLink to={bankTransferPath(id)}>{message_id}</ReferenceLink>,
    },
    useAmountColumn<BatchRow>(),
    {
      id: 'transfers',
      header: t('transfers'),
      align: 'end',
      cell: ({ transfers }) => formatNumber(transfers, locale),
    },
    { id: 'account', header: t('from'), cell: ({ account }) => <BankAccountLink account={account} /> },
    { id: 'execution_day', header: t('day'), cell: ({ execution_day }) => <DayText day={execution_day} /> },
    {
      id: 'created_at',
      header: t('ops:column.created'),
      card: 'none',
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state }) => <BatchStatus state={state} />,
    },
  ];
}

interface PaysProps {
  of: { kind: TransferKind; id: number; reference: string; merchant: { id: number } };
}

/** The reference of what a transfer pays, linked for those who may open it. */
function PaysLink({ of: { kind, id, reference, merchant } }: PaysProps) {
  const to = useSubjectPath()({ subject: `${kind}:${id}`, merchant, mode: 'live' });
  return <ReferenceLink to={to}>{reference}</ReferenceLink>;
}

/** What a transfer pays, and of which kind that is. */
function Pays({ of }: PaysProps) {
  const { t } = useTranslation('ops-bank-transfers');
  return <OneLine parts={[<PaysLink key="pays" of={of} />, t(`kind.${of.kind}`)]} />;
}

/** The account that a transfer goes to. */
const To = ({ account }: { account: TransferRow['account'] }) => (
  <OneLine
    parts={[
      <AccountNumber key="number" number={account.number} />,
      <bdi key="name">{account.name}</bdi>,
      <bdi key="bank">{account.bank}</bdi>,
    ]}
  />
);

const ToBriefly = ({ account: { bank, number } }: { account: TransferRow['account'] }) => (
  <bdi>{shownAccount(bank, number)}</bdi>
);

const DUE_KINDS: Readonly<Record<DueState, StatusKind>> = {
  ready: 'open',
  stopped: 'closed',
  unwritable: 'fail',
};

/** The columns of what is due. */
export function useDueColumns(): readonly Column<DueTransfer>[] {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  return [
    {
      id: 'reference',
      header: t('reference'),
      card: 'title',
      cell: (row) => <Pays of={row} />,
      onCard: (row) => <PaysLink of={row} />,
    },
    useMerchantColumn<DueTransfer>(),
    useAmountColumn<DueTransfer>(),
    {
      id: 'account',
      header: t('to'),
      share: 34,
      cell: ({ account }) => (account ? <To account={account} /> : <span aria-hidden>–</span>),
      onCard: ({ account }) => (account ? <ToBriefly account={account} /> : <span aria-hidden>–</span>),
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state }) => <StatusChip kind={DUE_KINDS[state]}>{t(`dueState.${state}`)}</StatusChip>,
    },
    {
      id: 'created_at',
      header: t('ops:column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
}

/** The columns of the transfers of a file. */
export function useTransferColumns(): readonly Column<TransferRow>[] {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  return [
    {
      id: 'reference',
      header: t('reference'),
      card: 'title',
      cell: ({ pays_id, ...row }) => <Pays of={{ ...row, id: pays_id }} />,
      onCard: ({ pays_id, ...row }) => <PaysLink of={{ ...row, id: pays_id }} />,
    },
    useMerchantColumn<TransferRow>(),
    useAmountColumn<TransferRow>(),
    {
      id: 'account',
      header: t('to'),
      share: 26,
      cell: ({ account }) => <To account={account} />,
      onCard: ({ account }) => <ToBriefly account={account} />,
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      share: 18,
      cell: ({ state, reason, bank_reference }) => (
        <OneLine
          parts={[
            <StatusChip key="state" kind={TRANSFER_KINDS[state]}>
              {t(`transferState.${state}`)}
            </StatusChip>,
            reason && <bdi>{reason}</bdi>,
            bank_reference && <bdi>{bank_reference}</bdi>,
          ]}
        />
      ),
    },
    {
      id: 'end_to_end_id',
      header: t('endToEndId'),
      cell: ({ end_to_end_id }) => <ReferenceLink>{end_to_end_id}</ReferenceLink>,
    },
  ];
}
