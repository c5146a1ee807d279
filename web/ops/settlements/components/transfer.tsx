import type { OpsSettlementRow } from '@daftar/contract/ops-money';
import { Alert, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { useAccountFacts } from '../../shared/account-facts.tsx';
import { AccountNumber } from '../../shared/account-number.tsx';
import classes from './transfer.module.css';

type Account = NonNullable<OpsSettlementRow['bank_account']>;

/** The state of a settlement: transferred, waiting for its transfer, stopped, or without a transfer. */
export function StateChip({ row }: { row: OpsSettlementRow }) {
  const { t } = useTranslation('ops-settlements');
  const state = row.paid_at ? 'paid' : row.bank_account ? (row.stopped ?? 'unpaid') : 'balance';
  const kinds: Record<typeof state, StatusKind> = {
    paid: 'success',
    unpaid: 'pending',
    balance: 'closed',
    suspended: 'fail',
    held: 'fail',
  };
  return <StatusChip kind={kinds[state]}>{t(`${state}`)}</StatusChip>;
}

const numberOf = ({ iban, number }: Account) => iban || number;

/** The bank account to transfer to, for copying. */
export function BankAccount({ account }: { account: Account }) {
  const { t } = useTranslation('ops');
  return (
    <span className={classes.account} data-block>
      <CopyButton
        compact
        value={numberOf(account)}
        label={t(account.iban ? 'account.copyIban' : 'account.copyNumber')}
      />
      <AccountNumber number={numberOf(account)} />
      <bdi className={classes.bank}>{account.bank}</bdi>
    </span>
  );
}

/** A transfer in full, for confirming that the bank made it. */
export function Transfer({ row }: { row: OpsSettlementRow }) {
  const { t } = useTranslation('ops-settlements');
  const locale = useLocale();
  const factsOf = useAccountFacts();
  const { bank_account: account, bank_amount, amount, merchant, stopped } = row;
  if (!account) return null;
  return (
    <Stack gap="sm">
      {stopped && (
        <Alert color="red" title={t(`stoppedTitle.${stopped}`)}>
          {t('stoppedText')}
        </Alert>
      )}
      <div>
        {t('payText', {
          amount: formatMoney(bank_amount, 'EGP', locale),
          merchant: merchant.name,
        })}
        {bank_amount !== amount && <> {t('payRest', { amount: formatMoney(amount, 'EGP', locale) })}</>}
      </div>
      <dl className={classes.facts}>
        {factsOf(account).map(
          ({ label, value }) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Stack>
  );
}

/** Explains what marking a settlement on the balance, from an earlier release, as transferred means. */
export function FromBalance({ row }: { row: OpsSettlementRow }) {
  const { t } = useTranslation('ops-settlements');
  const locale = useLocale();
  return (
    <Alert color="red" title={t('inBalance')}>
      {t('balanceText', {
        amount: formatMoney(row.amount, 'EGP', locale),
        merchant: row.merchant.name,
      })}
    </Alert>
  );
}
