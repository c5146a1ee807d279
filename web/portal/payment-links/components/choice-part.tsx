import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { FormPart, memoPart, Optional, type PartProps } from '../../payables/form-part.tsx';
import { useShownAtOnce } from '../../payables/use-shown-at-once.ts';
import { CHOICE_FIELDS, decideAmount, decideQuantity, type LinkFormValues } from '../form-values.ts';
import classes from './choice-part.module.css';

type ChoiceProps = PartProps<LinkFormValues> & { code: string };

/** What the payer decides: the amount, or how many, within bounds. */
export const ChoicePart = memoPart(CHOICE_FIELDS, function ChoicePart({ form, code }: ChoiceProps) {
  const { t } = useTranslation('payment-links');
  // One by one: setting them together would clear the errors of other fields.
  const apply = (changes: Partial<LinkFormValues>) => {
    for (const key of Object.keys(changes) as (keyof LinkFormValues)[]) {
      const value = changes[key];
      if (value !== undefined) form.set(key, value);
    }
  };
  const { amount_open, quantity_open } = form.values;
  const [decided, decide] = useShownAtOnce(amount_open ? 'amount' : quantity_open ? 'quantity' : null);
  return (
    <FormPart title={t('part.choice')}>
      <div className={classes.choice}>
        <Switch
          label={t('field.amountOpen')}
          description={t('field.amountOpenHelp')}
          checked={decided === 'amount'}
          onChange={({ currentTarget: { checked } }) =>
            decide(checked ? 'amount' : null, () => apply(decideAmount(checked)))
          }
        />
        {amount_open && (
          <>
            <div className={classes.pair}>
              <MoneyInput
                {...form.field('min_amount')}
                label={t('field.minAmount')}
                withAsterisk
                placeholder="0.00"
                currency={code}
              />
              <MoneyInput
                {...form.field('max_amount')}
                label={t('field.maxAmount')}
                withAsterisk
                placeholder="0.00"
                currency={code}
              />
            </div>
            <TextInput
              {...form.field('suggested_amounts')}
              label={<Optional label={t('field.suggested')} />}
              description={t('field.suggestedHelp')}
              placeholder="50; 100; 250"
              inputMode="text"
              autoComplete="off"
              dir="ltr"
            />
          </>
        )}
      </div>
      <div className={classes.choice}>
        <Switch
          label={t('field.quantityOpen')}
          description={t('field.quantityOpenHelp')}
          checked={decided === 'quantity'}
          onChange={({ currentTarget: { checked } }) =>
            decide(checked ? 'quantity' : null, () => apply(decideQuantity(checked)))
          }
        />
        {quantity_open && (
          <div className={classes.pair}>
            <TextInput
              {...form.field('min_quantity')}
              label={t('field.minQuantity')}
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
            />
            <TextInput
              {...form.field('max_quantity')}
              label={t('field.maxQuantity')}
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        )}
      </div>
    </FormPart>
  );
});
