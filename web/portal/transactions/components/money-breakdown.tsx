import { TRANSACTION_STATUS, type TransactionDetails } from '@daftar/contract/transactions';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { formatDate } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { Term } from '../../../ui/term.tsx';
import { breakdownOf, isCaptured, settlementWord } from '../breakdown.ts';
import classes from './money-breakdown.module.css';

/** Where the money is: paid, deducted, left, and when it arrives. */
export function MoneyBreakdown({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation('transactions');
  if (transaction.is_payout === 1) return null;
  return (
    <Section title={t('money.title')}>
      {isCaptured(transaction) ? (
        <div className={classes.box}>
          <dl className={classes.lines}>
            {breakdownOf(transaction).map(({ key, amount, sum }) => (
              <div key={key} className={classes.line} data-sum={sum || undefined}>
                <dt>
                  {t(`money.${key}`)} {isTerm(key) && <Term name={key} label={t(`money.${key}`)} />}
                </dt>
                <dd>
                  <Money amount={amount} />
                </dd>
              </div>
            ))}
          </dl>
          <div className={classes.when}>
            <WhenSettled transaction={transaction} />
            <p className={classes.quiet}>{t(`money.feesOn.${transaction.fees_on}`)}</p>
          </div>
        </div>
      ) : (
        <p className={classes.quiet}>
          {t(transaction.status === TRANSACTION_STATUS.pending ? 'money.waiting' : 'money.none')}
        </p>
      )}
    </Section>
  );
}

/** Lines whose words are terms of the glossary. */
const TERMS = ['gross', 'fee', 'vat', 'net'] as const;
const isTerm = (key: string): key is (typeof TERMS)[number] => TERMS.some((term) => term === key);

function WhenSettled({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation('transactions');
  const locale = useLocale();
  const { settlement_reference: reference, expected_settlement_date: day } = transaction;
  const { settlement_bank_account: account, settlement_bank_reference: bankReference } = transaction;
  const word = settlementWord(transaction.settlement_status);
  if (word === 'settled') {
    const where = bankReference ? 'paid' : account ? 'toBank' : 'toBalance';
    return (
      <>
        <p className={classes.now}>
          {t(`money.${where}`)} {account && <bdi>{account}</bdi>}
        </p>
        {reference && (
          <p className={classes.quiet}>
            {t('money.settlement')} <bdi dir="ltr">{reference}</bdi>
            {bankReference && (
              <>
                {' · '}
                {t('money.bankReference')} <bdi dir="ltr">{bankReference}</bdi>
              </>
            )}
          </p>
        )}
      </>
    );
  }
  const date = day ? formatDate(`${day}T12:00:00Z`, locale, 'long') : null;
  return (
    <p className={classes.now}>
      {t(`money.${word}`)} {date && t('money.expected', { date })}
    </p>
  );
}
