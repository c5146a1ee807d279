import { CURRENCIES, type CurrencyId } from '@daftar/contract/lookups';
import { NativeSelect, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { MoneyInput } from '../../ui/money-input.tsx';
import classes from './form.module.css';
import { memoPart, type PartProps } from './form-part.tsx';
import { useFormLookups } from './lookups.ts';
import { useRateText } from './use-rate-text.ts';
import type { PayableSums } from './values.ts';

interface AmountPartProps extends PartProps {
  code: string;
  sums: PayableSums;
  rate: number | undefined;
}

/** The value in pounds is shown below the field. */
const ORDER = ['label', 'input', 'description', 'error'] satisfies TextInputProps['inputWrapperOrder'];

/** The amount and its currency. */
export const AmountFields = memoPart(
  ['amount', 'currency_id'],
  function AmountFields({ form, code, sums, rate }: AmountPartProps) {
    const { t } = useTranslation(['payables', 'messages']);
    const locale = useLocale();
    const rateText = useRateText();
    const { currencies } = useFormLookups();
    const known =
      currencies ?? CURRENCIES.map((each) => ({ ...each, name: t(`messages:currency.${each.code}`) }));
    const converted =
      sums.converted !== null && sums.subtotal
        ? t('field.converted', {
            value: formatMoney(sums.converted, 'EGP', locale),
            rate: rateText(code, rate),
          })
        : undefined;
    return (
      <div className={classes.pair}>
        <MoneyInput
          {...form.field('amount')}
          label={t('column.amount')}
          description={converted}
          inputWrapperOrder={ORDER}
          withAsterisk
          placeholder="0.00"
          currency={code}
        />
        <NativeSelect
          label={t('field.currency')}
          withAsterisk
          value={String(form.values.currency_id)}
          error={form.errors.currency_id}
          onChange={(event) => form.set('currency_id', Number(event.currentTarget.value) as CurrencyId)}
          data={known.map(({ id, code: each, name }) => ({
            value: String(id),
            label: `${name} (${each})`,
          }))}
        />
      </div>
    );
  },
);
