/** What a template keeps of a form, and the form that it fills in. */
import type { FormTemplate } from '@daftar/contract/form-templates';
import { restore } from '../payables/draft.ts';
import type { PayableValues } from '../payables/values.ts';
import { OWN_FIELDS } from '../shared/own-values.ts';

/** What belongs to one entry: until when, to whom, whether it is sent, and what the merchant's software knows it by. */
const OF_ONE: readonly string[] = ['due_date', 'customers', 'send', ...OWN_FIELDS];

/** What a template keeps of a form. */
export function asTemplate({ metadata: _, ...values }: PayableValues): FormTemplate['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !OF_ONE.includes(name)));
}

/** What a template fills in; what belongs to one entry stays as it is. */
export function fromTemplate<V extends PayableValues>(kept: FormTemplate['values'], empty: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(restore(kept, empty)).filter(([name]) => !OF_ONE.includes(name)),
  ) as Partial<V>;
}
