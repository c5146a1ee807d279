/** What a template keeps of a form, and the form that it fills in. */
import type { FormTemplate } from '@daftar/contract/form-templates';
import { restore } from '../payables/draft.ts';
import type { PayableValues } from '../payables/values.ts';

/** What belongs to one entry: until when, to whom, and whether it is sent. */
const OF_ONE = ['due_date', 'customers', 'send'];

/** What a template keeps of a form. */
export const asTemplate = (values: PayableValues): FormTemplate['values'] =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !OF_ONE.includes(name)));

/** What a template fills in; what belongs to one entry stays as it is. */
export function fromTemplate<V extends PayableValues>(kept: FormTemplate['values'], empty: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(restore(kept, empty)).filter(([name]) => !OF_ONE.includes(name)),
  ) as Partial<V>;
}
