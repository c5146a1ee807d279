import type { ListMode } from '@daftar/contract/ops-money-lists';
import type { PayoutState } from '@daftar/contract/payouts';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatElapsed } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import type { Path } from '../../ui/path.ts';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';
import { merchantPath } from '../paths/merchants.ts';
import { processorPath } from '../paths/processors.ts';
import { transactionPath } from '../paths/transactions.ts';
import classes from './cells.module.css';
import { useMaySee } from './operator.ts';
import { type Mode, useReferencePath } from './references.tsx';
import { useSubjectPath } from './subject-link.tsx';

interface Named {
  id: number;
  name: string;
}

interface CrossMerchantRow {
  merchant: { id: number; name: string };
  mode: string;
  created_at: string;
}

/** A linked name, which wraps when it is long. */
export const NameLink = ({ to, children }: { to: Path; children: string }) => (
  <Link to={to} className={classes.link}>
    <bdi className={classes.name}>{children}</bdi>
  </Link>
);

/** A merchant's name, linked for those who may open it. */
export function MerchantLink({ merchant }: { merchant: { id: number; name: string } }) {
  const may = useMaySee();
  if (!may('ops:merchants')) return <bdi className={classes.name}>{merchant.name}</bdi>;
  return <NameLink to={merchantPath(merchant.id)}>{merchant.name}</NameLink>;
}

/** An account at a processor, linked for those who may open it. */
export function AccountLink({ account }: { account: Named }) {
  const may = useMaySee();
  if (!may('ops:processors')) return <bdi className={classes.name}>{account.name}</bdi>;
  return <NameLink to={processorPath(account.id)}>{account.name}</NameLink>;
}

/** An account of ours at a bank, linked to what is known of it. */
export function BankAccountLink({ account }: { account: Named }) {
  const to = useSubjectPath()({ subject: `bank-account-of-ours:${account.id}`, merchant: null, mode: null });
  if (!to) return <bdi className={classes.name}>{account.name}</bdi>;
  return <NameLink to={to}>{account.name}</NameLink>;
}

/** The account that something is of: at a processor, or one of ours at a bank. */
export function EitherAccountLink({ of }: { of: { account: Named | null; bank_account: Named | null } }) {
  if (of.account) return <AccountLink account={of.account} />;
  return of.bank_account && <BankAccountLink account={of.bank_account} />;
}

/** A payment's reference, linked for those who may open it. */
export function PaymentLink({ of }: { of: { merchant: { id: number }; id: number; reference: string } }) {
  const may = useMaySee();
  const { merchant, id, reference } = of;
  const to = may('ops:transactions') ? transactionPath(merchant.id, id) : undefined;
  return <ReferenceLink to={to}>{reference}</ReferenceLink>;
}

/** Whose a row is. */
export function useMerchantColumn<Row extends { merchant: Named }>(): Column<Row> {
  const { t } = useTranslation('ops');
  return {
    id: 'merchant',
    header: t('column.merchant'),
    plain: true,
    share: 18,
    skeleton: '8rem',
    cell: ({ merchant }) => <MerchantLink merchant={merchant} />,
  };
}

/** How much a row is about. */
export function useAmountColumn<Row extends { amount: number }>(): Column<Row> {
  const { t } = useTranslation('ops');
  return {
    id: 'amount',
    header: t('column.amount'),
    align: 'end',
    card: 'value',
    cell: ({ amount }) => <Money amount={amount} />,
  };
}

/** Columns that every list across merchants has. */
export function useCrossMerchantColumns<Row extends CrossMerchantRow>(): {
  merchant: Column<Row>;
  created: Column<Row>;
} {
  const { t } = useTranslation('ops');
  return {
    merchant: useMerchantColumn<Row>(),
    created: {
      id: 'created_at',
      header: t('column.created'),
      plain: true,
      skeleton: '8rem',
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  };
}

/** Columns that every list of money across merchants has. */
export function useMoneyColumns<Row extends CrossMerchantRow & { amount: number }>() {
  return { ...useCrossMerchantColumns<Row>(), amount: useAmountColumn<Row>() };
}

/**
 * Filters that every list across merchants has. `day`: what its days are of, when not of the row's creation. `mode`: the
 * list's when none is chosen.
 */
export function useCrossMerchantFilters(day?: string, mode: ListMode = 'live'): readonly FilterField[] {
  const { t } = useTranslation(['ops', 'common']);
  return [
    { kind: 'text', name: 'merchant_id', label: t('filter.merchantId'), ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: day ?? t('column.created') },
    {
      kind: 'select',
      name: 'mode',
      label: t('filter.mode'),
      always: mode,
      options: [
        { value: 'any', label: t('common:filters.any') },
        { value: 'live', label: t('mode.live') },
        { value: 'test', label: t('mode.test') },
      ],
    },
  ];
}

/** Since when a merchant waits for an answer. */
export function WaitingSince({ since }: { since: string | null }) {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  return since ? <time dateTime={since}>{formatElapsed(since, locale, Date.now())}</time> : t('nobodyWaits');
}

const MERCHANT_KINDS: readonly StatusKind[] = ['open', 'pending', 'fail', 'success', 'closed'];

/** A merchant's status. */
export function MerchantStatus({ status }: { status: number }) {
  const { t } = useTranslation('ops');
  return (
    <StatusChip kind={MERCHANT_KINDS[status] ?? 'closed'}>{t(textKey('merchantStatus.', status))}</StatusChip>
  );
}

const TRANSACTION_KINDS: readonly StatusKind[] = ['pending', 'success', 'fail', 'refund', 'closed', 'closed'];

/** The colours of payout states. */
export const PAYOUT_KINDS: Readonly<Record<PayoutState, StatusKind>> = {
  requested: 'pending',
  'handed-over': 'success',
  expired: 'closed',
  returned: 'fail',
};

/** A transaction's status; a payout has its own states. */
export function TransactionStatus({ status, payout }: { status: number; payout: PayoutState | null }) {
  const { t } = useTranslation('messages');
  if (payout) return <StatusChip kind={PAYOUT_KINDS[payout]}>{t(`payoutState.${payout}`)}</StatusChip>;
  return (
    <StatusChip kind={TRANSACTION_KINDS[status] ?? 'closed'}>
      {t(textKey('transactionStatus.', status))}
    </StatusChip>
  );
}

/** A reference, linked: to `to`, else to where one of ours is found. */
export function ReferenceLink({
  to,
  mode,
  children,
}: {
  to?: Path | undefined;
  mode?: Mode;
  children: string;
}) {
  const text = <bdi className={classes.reference}>{children}</bdi>;
  const found = useReferencePath()(children, mode);
  const target = to ?? found;
  return target ? (
    <Link to={target} className={classes.link}>
      {text}
    </Link>
  ) : (
    text
  );
}
