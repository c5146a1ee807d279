import type { OpsApproval } from '@daftar/contract/ops-approvals';
import type { RequestedTransfer } from '@daftar/contract/ops-bank-transfer-answers';
import { TRANSFER_STATES } from '@daftar/contract/ops-bank-transfer-batches';
import { Alert, Button, Stack } from '@mantine/core';
import { IconBuildingBank, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { sentenceOf } from '../../../ui/errors.ts';
import type { FilterField } from '../../../ui/filters.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../../ui/notify.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import cells from '../../shared/cells.module.css';
import { ReferenceLink, useAmountColumn, useMerchantColumn } from '../../shared/cells.tsx';
import { OpsSection } from '../../shared/ops-list.tsx';
import { saveBankAnswer, useGiveBack, useRequestedTransfers } from '../api.ts';

/** Every transfer that a bank refused or sent back, as it is now, and the bank's own file. */
export function BankReturn({ approval: { id, state } }: { approval: OpsApproval }) {
  const { t } = useTranslation(['ops-approvals', 'ops-bank-transfers']);
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const { data } = useGiveBack(id);
  const list = useRequestedTransfers(id);
  const columns = useColumns();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('bankReturn.now'),
      options: TRANSFER_STATES.map((value) => ({
        value,
        label: t(`ops-bank-transfers:transferState.${value}`),
      })),
    },
  ];
  const request = data?.data;
  const save = async () => {
    try {
      await saveBankAnswer(id, request?.file ?? '');
    } catch (error) {
      notify.error(sentenceOf(error, common));
    }
  };
  return (
    <>
      <Section title={t('fact.answer')}>
        <Stack gap="md">
          {state === 'waiting' && request && request.open < request.transfers && (
            <Alert title={t('bankReturn.changed')}>
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
        </Stack>
      </Section>
      <OpsSection
        title={t('ops-bank-transfers:transfers')}
        list={list}
        find={t('ops-bank-transfers:find.transfers')}
        filters={filters}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        empty={{ icon: IconBuildingBank, title: t('ops-bank-transfers:noTransfers') }}
      />
    </>
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
    useMerchantColumn<RequestedTransfer>(),
    useAmountColumn<RequestedTransfer>(),
    {
      id: 'reason',
      header: t('bankReturn.words'),
      share: 28,
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
