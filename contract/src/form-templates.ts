/** Filled-in forms that people keep under a name, for themselves or for everybody in the business. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done } from './envelope.ts';
import type { Permission } from './permissions.ts';
import { IdParams, Switch, storable, text } from './text.ts';

/** Forms that have templates, with the permission to fill them in, which templates require too. */
export const TEMPLATE_FORMS = {
  'payment-links': 'create-pay-link',
  invoices: 'create-invoice',
} as const satisfies Record<string, Permission>;
export type TemplateForm = keyof typeof TEMPLATE_FORMS;
const FORMS = Object.keys(TEMPLATE_FORMS) as TemplateForm[];

/** Maximum number of templates per person, and of shared ones per business. */
export const TEMPLATES_MAXIMUM = 30;
/** The permission to share a template with everybody, and to change templates shared by others. */
export const MAY_SHARE_TEMPLATES: Permission = 'users-manage';

/** Maximum number of fields in a template. */
const FIELDS_MAXIMUM = 60;

/** The form's values by field name, without recipient and due date, which belong to a single entry. */
const Values = z
  .record(
    z.string().check(z.maxLength(40), z.refine(storable, { error: 'Invalid' })),
    z.union([
      z.boolean(),
      z.int(),
      z.string().check(z.maxLength(2000), z.refine(storable, { error: 'Invalid' })),
      z.array(z.int()).check(z.maxLength(20)),
    ]),
  )
  .check(
    z.refine(
      (values) =>
        Object.keys(values).length <= FIELDS_MAXIMUM && !('due_date' in values) && !('customers' in values),
      { error: 'Invalid' },
    ),
  );

const name = text(60);

export const TemplateEntry = z.object({
  form: z.enum(FORMS, { error: 'Invalid' }),
  name,
  values: Values,
  /** True: everybody in the business who may fill in the form can use it. */
  is_shared: z._default(Switch, false),
});
export type TemplateEntry = z.output<typeof TemplateEntry>;

export const FormTemplate = z.object({
  id: z.number(),
  name: z.string(),
  values: z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), z.array(z.number())])),
  is_shared: z.boolean(),
  /** True: saved by the caller. */
  is_mine: z.boolean(),
  /** The name of the person who saved it. */
  saved_by: z.string(),
});
export type FormTemplate = z.output<typeof FormTemplate>;

export const formTemplates = defineEndpoints({
  /** Lists the caller's templates of a form and the shared ones, by name. */
  list: {
    method: 'GET',
    path: '/merchant/form-templates',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    query: z.object({ form: z.enum(FORMS, { error: 'Invalid' }) }),
    reply: data(z.array(FormTemplate)),
  },
  create: {
    method: 'POST',
    path: '/merchant/form-templates/create',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    idempotent: true,
    body: TemplateEntry,
    reply: data(Created),
  },
  rename: {
    method: 'PATCH',
    path: '/merchant/form-templates/:id',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    params: IdParams,
    body: z.object({ name }),
    reply: done,
  },
  delete: {
    method: 'DELETE',
    path: '/merchant/form-templates/:id',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    params: IdParams,
    reply: done,
  },
});
