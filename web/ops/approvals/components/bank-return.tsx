import type { OpsApproval } from '@daftar/contract/ops-approvals';
import type { RequestedTransfer } from '@daftar/contract/ops-bank-transfers';
import { Alert, Button, Stack } from '@mantine/core';
import { IconBuildingBank, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { sentenceOf } from '../../../ui/errors.ts';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { notify } from '../../../ui/notify.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import cells from '../../shared/cells.module.css';
import { MerchantLink, ReferenceLink } from '../../shared/cells.tsx';
import { saveBankAnswer, useGiveBack, useRequestedTransfers } from '../api.ts';

/** Every transfer that a bank refused or sent back, as it is now, and the bank's own file. */
export function BankReturn({ approval: { id, state } }: { approval: OpsApproval }) {
  const { t } = useTranslation(['ops-approvals', 'ops-bank-transfers']);
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const { data } = useGiveBack(id);
  const { search, query } = useRequestedTransfers(id);
  const columns = useColumns();
  const request = data?.data;
  const save = async () => {
    try {
      await saveBankAnswer(id, request?.file ?? '');
    } catch (error) {
      notify.error(sentenceOf(error, common));
    }
  };
  return (
    <Section title={t('ops-bank-transfers:transfers')}>
      <Stack gap="md">
        {state === 'waiting' && request && request.open < request.transfers && (
          <Alert color="blue" title={t('bankReturn.changed')}>
            {request.open === 0
              ? t('bankReturn.nothingLeft')
              : t('bankReturn.rest', {
                  count: request.open,
                  number: formatNumber(request.open, locale),
                  all: formatNumber(request.transfers, locale),
                  amount: formatMoney(request.open_amount, 'EGP', locale),
                  paid: formatNumber(request.paid_since, locale),
                })}
          </Alert>
        )}
        {request &&
          (request.file === null ? (
            <span className={cells.quiet}>{t('bankReturn.notKept')}</span>
          ) : (
            <div>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => void save()}
              >
                {t('bankReturn.download')}
              </Button>
            </div>
          ))}
        <DataTable
          caption={t('ops-bank-transfers:transfers')}
          columns={columns}
          query={query}
          search={search}
          rowKey={(row) => row.id}
          rowName={(row) => row.reference}
          empty={{ icon: IconBuildingBank, title: t('ops-bank-transfers:noTransfers') }}
        />
      </Stack>
    </Section>
  );
}

function useColumns(): readonly Column<RequestedTransfer>[] {
  const { t } = useTranslation(['ops-approvals', 'ops-bank-transfers', 'ops']);
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      cell: ({ reference, end_to_end_id }) => (
        <span className={cells.two}>
          <ReferenceLink>{reference}</ReferenceLink>
          <bdi dir="ltr" className={cells.quiet}>
            {end_to_end_id}
          </bdi>
        </span>
      ),
    },
    {
      id: 'merchant',
      header: t('ops:column.merchant'),
      cell: ({ merchant }) => <MerchantLink merchant={merchant} />,
    },
    {
      id: 'amount',
      header: t('ops:column.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      id: 'reason',
      header: t('bankReturn.words'),
      cell: ({ outcome, reason }) => (
        <>
          {t(`fact.${outcome}`)}
          {reason && (
            <>
              {' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </>
      ),
    },
    {
      id: 'state',
      header: t('bankReturn.now'),
      card: 'chip',
      cell: ({ state, is_open }) => (
        <StatusChip kind={is_open ? 'pending' : 'closed'}>
          {t(`ops-bank-transfers:transferState.${state}`)}
        </StatusChip>
      ),
    },
  ];
}
