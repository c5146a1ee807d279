import { CHARGEBACK_STAGES } from '@daftar/contract/chargebacks';
import { OpenChargebackForm } from '@daftar/contract/ops-money';
import { broughtNothing, type TransactionDetails } from '@daftar/contract/transactions';
import { Button } from '@mantine/core';
import { IconPoint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCardText } from '../../shared/card-text.ts';
import { useTitle } from '../../shared/title.ts';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section, Timeline } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { formatDate, formatMoney, formatPercent } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { Mobile } from '../../ui/mobile.tsx';
import { Money } from '../../ui/money.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { textKey } from '../../ui/text-key.ts';
import { useAsk } from '../shared/ask.tsx';
import { MerchantLink, ReferenceLink, TransactionStatus } from '../shared/cells.tsx';
import { useMay, useMaySee } from '../shared/operator.ts';
import { References } from '../shared/references.tsx';
import { openChargeback, type TransactionRef, useTransaction } from './api.ts';
import { AcquirerCosts } from './components/acquirer-costs.tsx';
import { Risk } from './components/risk.tsx';

type Transaction = TransactionDetails & { mode: 'live' | 'test' };

/** `/ops/transactions/:merchantId/:id` */
export default function TransactionPage() {
  const { t } = useTranslation(['ops-transactions', 'ops']);
  const params: TransactionRef = { merchantId: useRouteParam('merchantId'), id: useRouteParam('id') };
  const query = useTransaction(params);
  const maySee = useMaySee();
  useTitle(query.data?.data.reference);
  return (
    <DetailPage<Transaction>
      title={t('one')}
      query={query}
      summary={(found) => ({
        reference: found.reference,
        headline: (
          <Money
            amount={found.is_payout === 1 ? -found.total_amount : found.total_amount}
            currency={found.currency}
            size="xlarge"
          />
        ),
        status: <TransactionStatus status={found.status} payout={found.payout_state} />,
        note: found.mode === 'test' ? t('ops:mode.test') : undefined,
        actions: <Dispute transaction={found} params={params} />,
      })}
    >
      {(found) => (
        <>
          <MoneyFacts found={found} />
          {maySee('ops:risk') && found.is_payout !== 1 && <Risk params={params} />}
          {maySee('ops:processors') && <AcquirerCosts params={params} reference={found.reference} />}
          {found.is_payout !== 1 && <Payer customer={found.customer} />}
          <History found={found} />
        </>
      )}
    </DetailPage>
  );
}

/** Who paid, as far as they said. */
function Payer({ customer: { name, email, mobile } }: { customer: Transaction['customer'] }) {
  const { t } = useTranslation('ops');
  return (
    <Section title={t('column.payer')}>
      {name || email || mobile ? (
        <Facts
          facts={[
            { label: t('column.name'), value: name && <bdi>{name}</bdi> },
            { label: t('column.email'), value: email && <Email value={email} /> },
            { label: t('column.mobile'), value: mobile && <Mobile value={mobile} /> },
          ]}
        />
      ) : (
        <p>{t('payerUnknown')}</p>
      )}
    </Section>
  );
}

function MoneyFacts({ found }: { found: Transaction }) {
  const { t } = useTranslation(['ops-transactions', 'ops', 'messages']);
  const locale = useLocale();
  const { merchant, card, expected_settlement_date: expected } = found;
  const isPayout = found.is_payout === 1;
  const hasFee = !isPayout && !broughtNothing(found);
  const cardText = useCardText();
  return (
    <Section title={t('money')}>
      <Facts
        facts={[
          {
            label: t('ops:column.merchant'),
            value: <MerchantLink merchant={{ id: merchant.merchant_id, name: merchant.name }} />,
          },
          { label: t('method'), value: found.payment_method.name },
          { label: t('card'), value: card && <bdi dir="ltr">{cardText(card)}</bdi> },
          {
            label: t('external'),
            value: found.external_reference && (
              <References text={found.external_reference} mode={found.mode} />
            ),
          },
          { label: t('fee'), value: hasFee && <Money amount={found.fee} /> },
          {
            label: t('rate'),
            value: merchant.mdr !== null && (
              <>
                {formatPercent(merchant.mdr, locale)} + <Money amount={merchant.fixed_fee} />
              </>
            ),
          },
          { label: t('vat'), value: hasFee && <Money amount={found.vat} /> },
          { label: t('net'), value: hasFee && <Money amount={found.net} /> },
          {
            label: t('refunded'),
            value: found.refunded_amount > 0 && <Money amount={found.refunded_amount} />,
          },
          {
            label: t('disputed'),
            value: !!found.disputed_amount && <Money amount={found.disputed_amount} />,
          },
          {
            label: t('settlement'),
            value: found.settlement_reference ? (
              <ReferenceLink mode={found.mode}>{found.settlement_reference}</ReferenceLink>
            ) : (
              expected && formatDate(`${expected}T12:00:00Z`, locale, 'date')
            ),
          },
          { label: t('paid'), value: found.paid_at && <DateText value={found.paid_at} /> },
          { label: t('failure'), value: found.failure_reason, wide: true },
          {
            label: t('dispute'),
            value: found.dispute && (
              <>
                <ReferenceLink mode={found.mode}>{found.dispute.reference}</ReferenceLink> ·{' '}
                {t(textKey('messages:chargebackStatus.', found.dispute.status))}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

function History({ found }: { found: Transaction }) {
  const { t, i18n } = useTranslation(['ops-transactions', 'ops', 'transactions', 'messages']);
  const locale = useLocale();
  const titleOf = (kind: string) => {
    const { payout_state: payout } = found;
    if (payout && kind === 'created') return t('transactions:payoutEvent.requested');
    if (payout && kind === 'succeeded') return t('transactions:payoutEvent.handed-over');
    if (payout && kind === 'expired') return t(`messages:payoutState.${payout}`);
    const key = textKey('transactions:event.', kind);
    return t(i18n.exists(key) ? key : 'transactions:event.other');
  };
  const items = found.timeline.map((event, index) => ({
    key: String(index),
    title: titleOf(event.kind),
    at: event.at,
    detail: [event.amount === null ? null : formatMoney(event.amount, 'EGP', locale), event.detail]
      .filter(Boolean)
      .join(' · '),
    icon: IconPoint,
  }));
  return (
    <Section title={t('history')}>
      <Timeline items={items.reverse()} />
    </Section>
  );
}

/** Opens a dispute that the payer's bank announced outside the system. */
function Dispute({ transaction, params }: { transaction: Transaction; params: TransactionRef }) {
  const { t } = useTranslation(['ops-transactions', 'ops', 'messages']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const { disputable_amount: rest = 0, refunded_amount: refunded } = transaction;
  const locale = useLocale();
  if (!may('ops:chargebacks') || rest <= 0) return null;
  const open = () =>
    ask({
      title: t('chargeback.openTitle', { reference: transaction.reference }),
      text: (
        <>
          {t('chargeback.openText')}
          {refunded > 0 && <> {t('chargeback.refunded', { amount: formatMoney(refunded, 'EGP', locale) })}</>}
        </>
      ),
      schema: OpenChargebackForm,
      fields: [
        { name: 'reason', label: t('ops:reason'), kind: 'line' },
        {
          name: 'amount',
          label: t('ops:column.amount'),
          kind: 'money',
          help: t('chargeback.amountHelp'),
          initial: rest.toFixed(2),
        },
        { name: 'case_id', label: t('chargeback.caseId'), kind: 'line', help: t('chargeback.caseIdHelp') },
        {
          name: 'reason_code',
          label: t('chargeback.reasonCode'),
          kind: 'line',
          help: t('chargeback.reasonCodeHelp'),
        },
        {
          name: 'stage',
          label: t('chargeback.stage'),
          kind: 'choice',
          initial: 'chargeback',
          options: CHARGEBACK_STAGES.map((stage) => ({
            value: stage,
            label: t(`messages:chargebackStage.${stage}`),
          })),
        },
        { name: 'due_date', label: t('chargeback.due'), kind: 'day', help: t('chargeback.dueHelp') },
      ],
      submit: t('chargeback.open'),
      danger: true,
      send: (values) => openChargeback(params, values),
    });
  return (
    <>
      <Button variant="light" color="red" onClick={open}>
        {t('chargeback.open')}
      </Button>
      {dialog}
    </>
  );
}
