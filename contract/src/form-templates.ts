/** Filled-in forms that people keep under a name, for themselves or for everybody of the business. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done } from './envelope.ts';
import type { Permission } from './permissions.ts';
import { IdParams, Switch, storable, text } from './text.ts';

/** Forms that have templates, with who may fill them in: nobody else has templates of them. */
export const TEMPLATE_FORMS = {
  'payment-links': 'create-pay-link',
  invoices: 'create-invoice',
} as const satisfies Record<string, Permission>;
export type TemplateForm = keyof typeof TEMPLATE_FORMS;
const FORMS = Object.keys(TEMPLATE_FORMS) as TemplateForm[];

/** The most templates that a person keeps, and that a business shares. */
export const TEMPLATES_MAXIMUM = 30;
/** Who may share a template with everybody, and change what another has shared. */
export const MAY_SHARE_TEMPLATES: Permission = 'users-manage';

/** The most fields of a form that a template keeps. */
const FIELDS_MAXIMUM = 60;

/** What the form holds, by the names of its fields; whom it is for and until when belong to one entry, not to many. */
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
  /** Whether everybody of the business who may fill in the form has it. */
  is_shared: z._default(Switch, false),
});
export type TemplateEntry = z.output<typeof TemplateEntry>;

export const FormTemplate = z.object({
  id: z.number(),
  name: z.string(),
  values: z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), z.array(z.number())])),
  is_shared: z.boolean(),
  /** The caller saved it. */
  is_mine: z.boolean(),
  /** The name of the person who saved it. */
  saved_by: z.string(),
});
export type FormTemplate = z.output<typeof FormTemplate>;

export const formTemplates = defineEndpoints({
  /** The caller's templates of a form, and those that are shared, by name. */
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
