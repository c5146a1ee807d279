import { toLatinDigits } from '@daftar/contract/text';
import { TextInput, type TextInputProps } from '@mantine/core';
import { currencyLabel } from './format.ts';
import { useLocale } from './locale.ts';
import classes from './money-input.module.css';

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Pounds as typed; the contract parses it. */
  value?: string | number;
  onChange: (value: string) => void;
  currency?: string;
  /** Shown in place of the currency: `%`. */
  unit?: string;
}

/** Normalises Arabic digits and separators and drops grouping; validates nothing. */
export function cleanAmount(typed: string): string {
  return toLatinDigits(typed)
    .replace(/٫/g, '.')
    .replace(/[,٬\s\u00a0\u200e\u200f]/g, '');
}

/** Pads to two decimals: "5" → "5.00". Leaves anything that is not an amount unchanged. */
export function completeAmount(value: string): string {
  const match = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(value);
  return match ? `${Number(match[1])}.${(match[2] ?? '').padEnd(2, '0')}` : value;
}

/** An amount field: accepts Latin and Arabic digits and pads to two decimals on blur. */
export function MoneyInput({
  value = '',
  onChange,
  currency = 'EGP',
  unit,
  onBlur,
  ...rest
}: MoneyInputProps) {
  const locale = useLocale();
  return (
    <TextInput
      {...rest}
      value={String(value)}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: classes.input }}
      rightSection={<bdi className={classes.unit}>{unit ?? currencyLabel(currency, locale)}</bdi>}
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(cleanAmount(event.currentTarget.value))}
      onBlur={(event) => {
        const complete = unit ? String(value) : completeAmount(cleanAmount(event.currentTarget.value));
        // A change takes the field's error away, and what is being pressed would move from under the finger.
        if (complete !== String(value)) onChange(complete);
        onBlur?.(event);
      }}
    />
  );
}
