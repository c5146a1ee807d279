import { SegmentedControl, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../ui/money-input.tsx';
import classes from './form.module.css';
import { FormPart, memoPart, type PartProps } from './form-part.tsx';
import { useShownAtOnce } from './use-shown-at-once.ts';
import {
  activeField,
  CHARGED_BY,
  type ChargeMode,
  type ChargeName,
  changeMode,
  type PayableValues,
  switchCharge,
} from './values.ts';

/** What is added to the amount: fees and tax. */
export const ChargesPart = memoPart(
  CHARGED_BY,
  function ChargesPart({ form, code }: PartProps & { code: string }) {
    const { t } = useTranslation('payables');
    return (
      <FormPart title={t('part.charges')}>
        <ChargeField form={form} name="fees" currency={code} />
        <ChargeField form={form} name="tax" currency={code} />
      </FormPart>
    );
  },
);

/** Fees or tax: on or off, a fixed amount or a percentage. */
function ChargeField({ form, name, currency }: PartProps & { name: ChargeName; currency: string }) {
  const { t } = useTranslation('payables');
  const { values } = form;
  const on = values[`${name}_on`];
  const [isShownOn, turn] = useShownAtOnce(on);
  const mode = values[`${name}_mode`];
  const field = activeField(values, name);
  // One by one: setting them together would clear the errors of other fields.
  const apply = (changes: Partial<PayableValues>) => {
    for (const key of Object.keys(changes) as (keyof PayableValues)[]) {
      const value = changes[key];
      if (value !== undefined) form.set(key, value);
    }
  };
  return (
    <div className={classes.charge}>
      <Switch
        label={t(`field.${name}`)}
        description={t(`field.${name}Help`)}
        checked={isShownOn}
        onChange={({ currentTarget: { checked } }) => turn(checked, () => apply(switchCharge(name, checked)))}
      />
      {on && (
        <div className={classes.chargeValue}>
          <SegmentedControl
            aria-label={t(`field.${name}Mode`)}
            value={mode}
            onChange={(next) => apply(changeMode(name, next as ChargeMode))}
            data={[
              { value: 'fixed', label: t('mode.fixed') },
              { value: 'percentage', label: t('mode.percentage') },
            ]}
          />
          <MoneyInput
            {...form.field(field)}
            key={field}
            aria-label={t(`field.${name}Value`)}
            placeholder={mode === 'fixed' ? '0.00' : '0'}
            {...(mode === 'fixed' ? { currency } : { unit: '%' })}
          />
        </div>
      )}
    </div>
  );
}
