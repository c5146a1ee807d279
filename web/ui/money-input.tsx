import { formatPounds, parsePercent, parsePounds, percentError, toPounds } from '@daftar/contract/money';
import { numberError } from '@daftar/contract/numbers';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { FieldError } from './field-error.tsx';
import { currencyLabel } from './format.ts';
import { useLocale } from './locale.ts';
import classes from './money-input.module.css';

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As typed; the contract parses it. */
  value?: string | number;
  onChange: (value: string) => void;
  currency?: string;
  /** Shown in place of the currency: `%`. */
  unit?: string;
}

/** Writes what can be read in Latin digits and with two decimals: `١٬٢٥٠` → `1250.00`. Leaves other text as it was typed. */
export function completeAmount(typed: string): string {
  const piastres = parsePounds(typed);
  return piastres === null ? typed : formatPounds(piastres);
}

/** Writes a percentage that can be read in Latin digits without its sign: `١٤٫٥٪` → `14.5`. Leaves other text as it was typed. */
export function completeRate(typed: string): string {
  const basisPoints = parsePercent(typed);
  return basisPoints === null ? typed : String(toPounds(basisPoints));
}

/** The message key of text that is no amount and no percentage, such as `10,50`; undefined for an empty field. */
export function misread(
  typed: string,
  isRate = false,
): 'DecimalComma' | 'InvalidAmountFormat' | 'InvalidPercentage' | 'PercentageComma' | undefined {
  if (isRate) {
    const problem = percentError(typed);
    return problem === null || problem === 'Required' ? undefined : problem;
  }
  const key = numberError(typed, 2, 'Invalid');
  if (key === 'Required' || parsePounds(typed) !== null) return undefined;
  return key === 'DecimalComma' ? key : 'InvalidAmountFormat';
}

/**
 * An amount field: takes digits of either language and separators of thousands. It keeps what is typed, completes it on blur if it
 * can be read, and says at once what is wrong if not.
 */
export function MoneyInput({
  value = '',
  onChange,
  currency = 'EGP',
  unit,
  onBlur,
  error,
  ...rest
}: MoneyInputProps) {
  const locale = useLocale();
  const [left, setLeft] = useState(false);
  const typed = String(value);
  const problem = left ? misread(typed, unit !== undefined) : undefined;
  return (
    <TextInput
      {...rest}
      value={typed}
      error={error || (problem && <FieldError message={problem} />)}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: classes.input }}
      rightSection={<bdi className={classes.unit}>{unit ?? currencyLabel(currency, locale)}</bdi>}
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
      onChange={(event) => {
        setLeft(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={(event) => {
        setLeft(true);
        const complete = unit ? completeRate(typed) : completeAmount(typed);
        // A change takes the field's error away, and what is being pressed would move from under the finger.
        if (complete !== typed) onChange(complete);
        onBlur?.(event);
      }}
    />
  );
}
