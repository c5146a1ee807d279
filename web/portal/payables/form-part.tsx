import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../ui/form.tsx';
import classes from './form.module.css';
import type { PayableValues } from './values.ts';

type Whole = ContractForm<PayableValues>;

/** What each part of the form is given: the form of any noun that holds at least these fields. */
export interface PartProps {
  form: { values: PayableValues; errors: Whole['errors']; field: Whole['field']; set: Whole['set'] };
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

/** The label of a field that may stay empty. */
export function Optional({ label }: { label: string }) {
  const { t } = useTranslation('common');
  return (
    <>
      {label} <span className={classes.optional}>({t('optional')})</span>
    </>
  );
}
