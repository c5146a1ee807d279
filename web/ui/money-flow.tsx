import { useTranslation } from 'react-i18next';
import classes from './money.module.css';
import { Money } from './money.tsx';

export type Flow = 'in' | 'out' | null;

interface MoneyFlowProps {
  /** Pounds, not negative. */
  amount: number;
  currency?: string;
  size?: 'normal' | 'large' | 'xlarge';
  /** Whether the merchant got or gave it; null when no money moved. */
  flow: Flow;
}

/** An amount that came in or went out: told by sign, word and colour. */
export function MoneyFlow({ amount, currency, size, flow }: MoneyFlowProps) {
  const { t } = useTranslation('common');
  const money = (
    <Money
      amount={flow === 'out' ? -amount : amount}
      {...(currency ? { currency } : {})}
      {...(size ? { size } : {})}
    />
  );
  if (flow === null) return money;
  return (
    <span className={classes.flow} data-flow={flow} title={t(`money.${flow}`)}>
      {money}
      <span className={classes.word}>{t(`money.${flow}`)}</span>
    </span>
  );
}
