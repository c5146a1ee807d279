import type { ProcessorAccount } from '@daftar/contract/ops-processors';
import { Stack } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Money } from '../../../ui/money.tsx';
import { OpsSection } from '../../shared/ops-list.tsx';
import { useClearing } from '../api.ts';
import classes from '../processors.module.css';
import { useClearingColumns } from './columns.tsx';

/** An account's open balance and what it has cost this month: the same two facts in the list and on its page. */
export function useClearingFacts() {
  const { t } = useTranslation('ops-processors');
  return ({ clearing, costs_this_month: costs }: ProcessorAccount) => [
    { label: t('clearing'), value: <Money amount={clearing} /> },
    { label: t('costsThisMonth'), value: <Money amount={costs} /> },
  ];
}

/** An account's open balance, and of which merchants' payments it is. */
export function Clearing({ account }: { account: ProcessorAccount }) {
  const { t } = useTranslation('ops-processors');
  const list = useClearing(account.id);
  const factsOf = useClearingFacts();
  return (
    <>
      <Section title={t('clearing')}>
        <Stack gap="md">
          <Facts facts={factsOf(account)} />
          <p className={classes.quiet}>{t('clearingText')}</p>
        </Stack>
      </Section>
      <OpsSection
        title={t('clearingByMerchant')}
        list={list}
        find={t('find.clearing')}
        columns={useClearingColumns()}
        rowKey={(row) => row.id}
        rowName={(row) => row.merchant.name}
        empty={{ icon: IconScale, title: t('noClearing'), text: t('noClearingText') }}
      />
    </>
  );
}
