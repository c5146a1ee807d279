import { ACQUIRER_COST_DIRECTIONS, ACQUIRER_COST_KINDS, AcquirerCostForm } from '@daftar/contract/ops-money';
import { Button, Stack } from '@mantine/core';
import { IconArrowBackUp, IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Facts, Section, Timeline } from '../../../ui/detail-page.tsx';
import { Email } from '../../../ui/email.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { processorPath } from '../../paths/processors.ts';
import { settlementFilePath } from '../../paths/reconciliation.ts';
import { useAsk } from '../../shared/ask.tsx';
import { NameLink } from '../../shared/cells.tsx';
import { useMay } from '../../shared/operator.ts';
import { bookAcquirerCost, type TransactionRef, useAcquirerCosts } from '../api.ts';

/** What the processor of a payment charges us for it, for those who may see that; nothing where no processor can charge. */
export function AcquirerCosts({ params, reference }: { params: TransactionRef; reference: string }) {
  const { t } = useTranslation(['ops-transactions', 'ops']);
  const locale = useLocale();
  const { data, error, refetch } = useAcquirerCosts(params);
  const may = useMay();
  const { ask, dialog } = useAsk();
  if (error && !data)
    return (
      <Section title={t('costs')}>
        <ErrorBox error={error} onRetry={() => void refetch()} />
      </Section>
    );
  const account = data?.data.account;
  if (!data || !account) return null;
  const { costs } = data.data;
  // In piastres, because pounds in floating point do not add up.
  const total = costs.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const book = () =>
    ask({
      title: t('costs.title', { reference }),
      text: t('costs.text', { account: account.name }),
      schema: AcquirerCostForm,
      fields: [
        {
          name: 'kind',
          label: t('costs.kind'),
          kind: 'choice',
          options: ACQUIRER_COST_KINDS.map((value) => ({ value, label: t(`costs.kind.${value}`) })),
        },
        {
          name: 'direction',
          label: t('costs.direction'),
          kind: 'choice',
          options: ACQUIRER_COST_DIRECTIONS.map((value) => ({ value, label: t(`costs.direction.${value}`) })),
        },
        { name: 'amount', label: t('costs.amount'), kind: 'money' },
        { name: 'vat', label: t('costs.vat'), kind: 'money', help: t('costs.vatHelp') },
        { name: 'reference', label: t('costs.reference'), kind: 'line', help: t('costs.referenceHelp') },
      ],
      submit: t('costs.book'),
      send: (values) => bookAcquirerCost(params, values),
    });
  const items = costs.map((cost) => {
    const { kind, amount, vat, file, created_at: at } = cost;
    const isCharged = amount > 0;
    return {
      key: file ? `${file.id}:${file.row}` : cost.reference,
      title: t(`costs.event.${kind}.${isCharged ? 'charged' : 'given_back'}`, {
        amount: formatMoney(Math.abs(amount), 'EGP', locale),
      }),
      at,
      detail: (
        <>
          {vat !== null && <>{t('costs.vatOf', { amount: formatMoney(Math.abs(vat), 'EGP', locale) })} · </>}
          <bdi>{cost.reference}</bdi> ·{' '}
          {file && (
            <>
              <NameLink to={settlementFilePath(file.id)}>{t('costs.inFile', file)}</NameLink> ·{' '}
            </>
          )}
          <Email value={cost.actor} />
        </>
      ),
      icon: isCharged ? IconReceipt : IconArrowBackUp,
    };
  });
  return (
    <Section
      title={t('costs')}
      actions={
        may('ops:processors') && (
          <Button variant="default" size="compact-sm" onClick={book}>
            {t('costs.book')}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <Facts
          facts={[
            {
              label: t('costs.account'),
              value: <NameLink to={processorPath(account.id)}>{account.name}</NameLink>,
            },
            { label: t('costs.total'), value: <Money amount={total} /> },
          ]}
        />
        <Timeline items={items.reverse()} />
      </Stack>
      {dialog}
    </Section>
  );
}
