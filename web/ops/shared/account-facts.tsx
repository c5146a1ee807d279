import type { OpsPayoutRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Fact } from '../../ui/detail-page.tsx';
import { inFours } from '../../ui/format.ts';
import classes from './account-facts.module.css';

/** A bank account that money is transferred to. */
type TransferAccount = NonNullable<OpsPayoutRow['bank_account']>;

/** All that a bank's form asks for of an account; what is typed there can be copied. */
export function useAccountFacts(): (account: TransferAccount) => readonly Fact[] {
  const { t } = useTranslation('ops');
  const copied = (value: string, label: string, shown = value) =>
    value && (
      <span className={classes.copied}>
        <bdi dir="ltr">{shown}</bdi>
        <CopyButton compact value={value} label={label} />
      </span>
    );
  return (account) => [
    { label: t('account.holder'), value: account.name && <bdi>{account.name}</bdi> },
    {
      label: t('account.latinName'),
      value: copied(account.latin_name, t('account.copyLatinName')),
    },
    { label: t('account.town'), value: account.town && <bdi dir="ltr">{account.town}</bdi> },
    {
      label: t('account.bank'),
      value: <bdi>{[account.bank, account.branch].filter(Boolean).join(' · ')}</bdi>,
    },
    { label: 'IBAN', value: copied(account.iban, t('account.copyIban'), inFours(account.iban)), wide: true },
    { label: t('account.number'), value: copied(account.number, t('account.copyNumber')) },
    { label: 'SWIFT', value: account.swift && <bdi dir="ltr">{account.swift}</bdi> },
  ];
}
