import { type ComponentType, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../ui/form.tsx';
import classes from './form.module.css';
import type { PayableValues } from './values.ts';

/** Props of each part: the form of any noun that has at least these fields. */
export interface PartProps<V extends PayableValues = PayableValues> {
  form: Pick<ContractForm<V>, 'values' | 'errors' | 'field' | 'set'>;
}

/**
 * A form part that re-renders only when one of its fields or its other props change: typing in one part does not
 * re-render the others.
 */
export function memoPart<V extends PayableValues, P extends PartProps<V>>(
  fields: readonly (keyof V & string)[],
  Part: ComponentType<P & PartProps<V>>,
): ComponentType<P> {
  return memo(Part, ({ form: before, ...old }, { form, ...now }) => {
    const names = Object.keys(now) as (keyof typeof now)[];
    return (
      names.length === Object.keys(old).length &&
      names.every((name) => Object.is(now[name], (old as typeof now)[name])) &&
      fields.every(
        (name) => form.values[name] === before.values[name] && form.errors[name] === before.errors[name],
      )
    );
  }) as unknown as ComponentType<P>;
}

/** A titled group of fields. */
export function FormPart({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{title}</legend>
      {text && <p className={classes.help}>{text}</p>}
      {children}
    </fieldset>
  );
}

/** The label of an optional field. */
export function Optional({ label }: { label: string }) {
  const { t } = useTranslation('common');
  return (
    <>
      {label} <span className={classes.optional}>({t('optional')})</span>
    </>
  );
}
