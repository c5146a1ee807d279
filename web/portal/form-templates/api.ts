import { formTemplates, type TemplateForm } from '@daftar/contract/form-templates';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The caller's templates of a form, and those that are shared. */
export const useTemplates = (form: TemplateForm) =>
  useQuery(queryOf(formTemplates.list, { query: { form } }));

const TEMPLATES = { invalidates: [formTemplates.list] };

export const useSaveTemplate = () => useAction(formTemplates.create, TEMPLATES);

export const useRenameTemplate = () => useAction(formTemplates.rename, TEMPLATES);

export const useDeleteTemplate = () => useAction(formTemplates.delete, TEMPLATES);
