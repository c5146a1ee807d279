import { CHARGEBACK_STATUS, type ChargebackDetails } from '@daftar/contract/chargebacks';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import classes from './detail.module.css';

/** What happened to the money, and what can become of it. */
export function MoneyOfDispute({ row }: { row: ChargebackDetails }) {
  const { t } = useTranslation('chargebacks');
  const locale = useLocale();
  const amount = formatMoney(row.amount, 'EGP', locale);
  const said = { amount, balance: t(`money.in.${row.money_in}`) };
  const { status } = row;
  const lines: { key: string; title: string; text: string; isNow: boolean }[] =
    status === CHARGEBACK_STATUS.pending
      ? [
          { key: 'held', title: t('money.now'), text: t('money.held', said), isNow: true },
          { key: 'won', title: t('money.ifWon'), text: t('money.won', said), isNow: false },
          { key: 'lost', title: t('money.ifLost'), text: t('money.lost', said), isNow: false },
        ]
      : status === CHARGEBACK_STATUS.applied
        ? [
            { key: 'lost', title: t('money.now'), text: t('money.isLost', said), isNow: true },
            { key: 'later', title: t('money.later'), text: t('money.laterLost'), isNow: false },
          ]
        : [
            { key: 'won', title: t('money.now'), text: t('money.isWon', said), isNow: true },
            { key: 'later', title: t('money.later'), text: t('money.laterWon'), isNow: false },
          ];
  return (
    <Section title={t('money.title')}>
      <dl className={classes.money}>
        {lines.map(({ key, title, text, isNow }) => (
          <div key={key} data-now={isNow || undefined}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
