import { currencyLabel, formatAmount } from './format.ts';
import { directionOf, useLocale } from './locale.ts';
import classes from './money.module.css';

interface MoneyProps {
  /** Pounds (or whole units of another currency). */
  amount: number | null | undefined;
  currency?: string;
  /** `large` for the main figure of a screen. */
  size?: 'normal' | 'large' | 'xlarge';
  /** Leaves out the currency, if the heading names it. */
  bare?: boolean;
  /** Writes a plus sign before what is above zero. */
  signed?: boolean;
}

/** Renders an amount with two decimals in the user's language, followed by its currency in small type. */
export function Money({
  amount,
  currency = 'EGP',
  size = 'normal',
  bare = false,
  signed = false,
}: MoneyProps) {
  const locale = useLocale();
  if (amount === null || amount === undefined) return <span aria-hidden>–</span>;
  return (
    <bdi className={classes.money} data-size={size} dir={directionOf(locale)}>
      {signed && amount > 0 && '+'}
      {formatAmount(amount, locale)}
      {!bare && <span className={classes.currency}>{`\u00a0${currencyLabel(currency, locale)}`}</span>}
    </bdi>
  );
}
