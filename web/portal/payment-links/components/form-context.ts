import type { ContractForm } from '../../../ui/form.tsx';
import type { LinkFormValues } from '../form-values.ts';

/** What each part of the form is given. */
export interface PartProps {
  form: ContractForm<LinkFormValues>;
}
