import type { TransactionDetails } from '@daftar/contract/transactions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCardText } from '../../../shared/card-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { formatDate, formatPercent } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Mobile } from '../../../ui/mobile.tsx';
import { Money } from '../../../ui/money.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { textKey, textOf } from '../../../ui/text-key.ts';
import { invoicePath } from '../../paths/invoices.ts';
import { paymentLinkPath } from '../../paths/payment-links.ts';
import { orderPath } from '../../paths/store.ts';
import { CustomerName } from '../../shared/customer-name.tsx';
import { useOwnFacts } from '../../shared/own-facts.tsx';
import { useCan } from '../../shared/permissions.ts';
import { additionsOf, flowOf, isCaptured, settlementWord } from '../breakdown.ts';
import classes from './facts.module.css';

interface Props {
  transaction: TransactionDetails;
}

/** Left-to-right in both languages: codes, addresses, phones. */
const Code = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>;

/** The payment's data. */
export function TransactionFacts({ transaction }: Props) {
  const { t } = useTranslation(['transactions', 'messages']);
  const locale = useLocale();
  const {
    currency,
    reference_code: code,
    external_reference: external,
    expected_settlement_date,
  } = transaction;
  const captured = isCaptured(transaction);
  const ownFacts = useOwnFacts();
  const { payable } = transaction;
  const additions = additionsOf(transaction);
  const copied = (value: string, label: string) => (
    <span className={classes.copied}>
      <Code>{value}</Code>
      <CopyButton value={value} label={label} />
    </span>
  );
  return (
    <Section title={t('facts.title')}>
      <Facts
        facts={[
          { label: t('facts.referenceCode'), value: code && copied(code, t('facts.copyCode')) },
          {
            label: t('externalReference'),
            value: external && copied(external, t('facts.copyExternal')),
          },
          { label: t('column.source'), value: <Source transaction={transaction} /> },
          ...(payable ? ownFacts(payable) : []),
          { label: t('column.method'), value: <Method transaction={transaction} /> },
          { label: t('facts.created'), value: <DateText value={transaction.created_at} /> },
          { label: t('facts.paid'), value: transaction.paid_at && <DateText value={transaction.paid_at} /> },
          { label: t('facts.updated'), value: <DateText value={transaction.updated_at} /> },
          {
            label: t('facts.subtotal'),
            value: <Money amount={transaction.subtotal} currency={currency} />,
          },
          {
            label: t('facts.additions'),
            value: additions !== 0 && <Money amount={additions} currency={currency} />,
          },
          {
            label: t('facts.total'),
            value: <Money amount={transaction.total_amount} currency={currency} />,
          },
          {
            label: t('money.toBeSettled'),
            value: captured && <Money amount={transaction.to_be_settled} />,
          },
          {
            label: t('facts.feesOn'),
            help: 'fee-paid-by',
            value: t(`messages:feesOn.${transaction.fees_on}`),
          },
          {
            label: t('facts.settlement'),
            value: captured && <SettlementStatus status={transaction.settlement_status} />,
          },
          {
            label: t('facts.expected'),
            help: 'settlement-date',
            value:
              expected_settlement_date && formatDate(`${expected_settlement_date}T12:00:00Z`, locale, 'date'),
          },
        ]}
      />
    </Section>
  );
}

/** A payout's data: requested amount, and when it was collected. It has no fee, payer or settlement. */
export function PayoutFacts({ transaction }: Props) {
  const { t } = useTranslation('transactions');
  const { reference_code: code, currency } = transaction;
  return (
    <Section title={t('facts.title')}>
      <Facts
        facts={[
          {
            label: t('payoutPage.code'),
            help: 'payout-code',
            value: code && (
              <span className={classes.copied}>
                <Code>{code}</Code>
                <CopyButton value={code} label={t('facts.copyCode')} />
              </span>
            ),
          },
          { label: t('payoutPage.requested'), value: <DateText value={transaction.created_at} /> },
          {
            label: t('payoutPage.handedOver'),
            value: transaction.paid_at && <DateText value={transaction.paid_at} />,
          },
          { label: t('facts.updated'), value: <DateText value={transaction.updated_at} /> },
          {
            label: t('column.amount'),
            value: (
              <MoneyFlow amount={transaction.total_amount} currency={currency} flow={flowOf(transaction)} />
            ),
          },
        ]}
      />
    </Section>
  );
}

function SettlementStatus({ status }: { status: number }) {
  const { t } = useTranslation('messages');
  return t(textKey('settlementStatus.', { settled: 1, unsettled: 2, pending: 3 }[settlementWord(status)]));
}

const SOURCES = {
  'payment-link': { permission: 'view-pay-link-details', path: paymentLinkPath },
  invoice: { permission: 'view-invoice-details', path: invoicePath },
  order: { permission: 'view-order-details', path: orderPath },
} as const;

/** What was paid for, linked for those who may see it. */
function Source({ transaction }: Props): ReactNode {
  const can = useCan();
  const { payable, source } = transaction;
  const reference = source.reference && <Code>{source.reference}</Code>;
  const leads = payable && can(SOURCES[payable.kind].permission);
  return (
    <>
      <bdi>{source.name}</bdi>{' '}
      {leads ? (
        <Link to={SOURCES[payable.kind].path(payable.id)} className={classes.link}>
          {reference}
        </Link>
      ) : (
        reference
      )}
    </>
  );
}

function Method({ transaction }: Props): ReactNode {
  const cardText = useCardText();
  const { card, payment_method: method } = transaction;
  if (!card) return method.name;
  return (
    <>
      {method.name} ·{' '}
      <bdi dir="ltr" className={classes.card}>
        {cardText(card)}
      </bdi>
    </>
  );
}

/** The payer; hidden when unknown. */
export function CustomerFacts({ transaction }: Props) {
  const { t } = useTranslation('transactions');
  const { id, name, email, mobile, address } = transaction.customer;
  if (!name && !email && !mobile && !address) return null;
  return (
    <Section title={t('customer.title')}>
      <Facts
        facts={[
          { label: t('customer.name'), value: name && <CustomerName id={id} name={name} /> },
          { label: t('customer.email'), value: email && <Code>{email}</Code> },
          { label: t('customer.mobile'), value: mobile && <Mobile value={mobile} /> },
          { label: t('customer.address'), value: address && <bdi>{address}</bdi> },
        ]}
      />
    </Section>
  );
}

/** The merchant and the terms. */
export function MerchantFacts({ transaction }: Props) {
  const { t } = useTranslation('transactions');
  const locale = useLocale();
  const { name, business_type, business_email, merchant_id, mdr, fixed_fee } = transaction.merchant;
  return (
    <Section title={t('merchant.title')}>
      <Facts
        facts={[
          { label: t('merchant.name'), value: <bdi>{name}</bdi> },
          {
            label: t('merchant.type'),
            value: business_type && textOf(t, 'messages:businessType.', business_type),
          },
          { label: t('merchant.email'), value: <Code>{business_email}</Code> },
          { label: t('merchant.id'), value: <Code>{String(merchant_id)}</Code> },
          { label: t('merchant.mdr'), help: 'mdr', value: mdr !== null && formatPercent(mdr, locale) },
          {
            label: t('merchant.fixedFee'),
            value: fixed_fee !== null && <Money amount={fixed_fee} />,
          },
        ]}
      />
    </Section>
  );
}
