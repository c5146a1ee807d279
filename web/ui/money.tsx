import { currencyLabel, formatAmount } from './format.ts';
import { directionOf, useLocale } from './locale.ts';
import classes from './money.module.css';

interface MoneyProps {
  /** Pounds (or whole units of another currency). */
  amount: number | null | undefined;
  currency?: string;
  /** `large` for the one figure a screen is about. */
  size?: 'normal' | 'large' | 'xlarge';
  /** Without its currency, under a heading that names it. */
  bare?: boolean;
}

/** An amount with two decimals in the user's language, its currency small beside it. */
export function Money({ amount, currency = 'EGP', size = 'normal', bare = false }: MoneyProps) {
  const locale = useLocale();
  if (amount === null || amount === undefined) return <span aria-hidden>–</span>;
  return (
    <bdi className={classes.money} data-size={size} dir={directionOf(locale)}>
      {formatAmount(amount, locale)}
      {!bare && <span className={classes.currency}>{`\u00a0${currencyLabel(currency, locale)}`}</span>}
    </bdi>
  );
}
