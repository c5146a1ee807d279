import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { EXPORT_FORMATS } from './exports.ts';
import { Day, listQuery } from './paging.ts';

export const AUDIT_SORTS = ['id', 'created_at'] as const;

export const AuditChange = z.object({
  field: z.string(),
  /** Display name in the language of the request, like `before_text` and `after_text`. */
  field_name: z.string(),
  /** Null when there was no value before; the value null is the text `null`. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Null for no value. */
  before_text: z.nullable(z.string()),
  after_text: z.nullable(z.string()),
});

export const AuditRow = z.object({
  id: z.number(),
  created_at: z.string(),
  /** The person's e-mail, `API key …`, `provider` for the provider's staff, `scim` for the company's directory, or `system`. */
  actor: z.string(),
  /** The person's name; otherwise empty. */
  actor_name: z.string(),
  /** The IP address; null for actions without a request. */
  address: z.nullable(z.string()),
  /** `live`, `test`, or null when it concerns both. */
  mode: z.nullable(z.string()),
  action: z.string(),
  /** In the language of the request. */
  action_name: z.string(),
  /** `payment-link:17` */
  subject: z.string(),
  /** Its reference, such as `LNK-7K3M9Q2D`, or a person's name; empty if it has neither. */
  subject_reference: z.string(),
  changes: z.array(AuditChange),
});
export type AuditRow = z.output<typeof AuditRow>;

const filters = {
  /**
   * A part of a person’s name or e-mail, the visible part of an API key, or a reference (`TRX-…`), whole or its
   * beginning; Arabic-aware.
   */
  q: z.optional(z.string().check(z.maxLength(255))),
  actor: z.optional(z.string().check(z.maxLength(254))),
  action: z.optional(z.string().check(z.maxLength(100))),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
};

const shape = {
  dialect: 'snake',
  sort: AUDIT_SORTS,
  ranges: [['date_from', 'date_to']],
} as const;

/** The actors and actions by which the log can be filtered. */
export const AuditChoices = z.object({
  actors: z.array(z.object({ actor: z.string(), name: z.string() })),
  actions: z.array(z.object({ action: z.string(), name: z.string() })),
});
export type AuditChoices = z.output<typeof AuditChoices>;

const access = 'view-audit-log';

export const audit = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/audit-log',
    base: 'fixed',
    access,
    query: listQuery({ ...shape, filters }),
    reply: list(AuditRow),
  },
  choices: {
    method: 'GET',
    path: '/merchant/audit-log/choices',
    base: 'fixed',
    access,
    reply: data(AuditChoices),
  },
  exportCsv: {
    method: 'GET',
    path: '/merchant/audit-log/exportCsv',
    base: 'fixed',
    access,
    query: listQuery({
      ...shape,
      filters: { ...filters, format: z._default(z.enum(EXPORT_FORMATS, { error: 'Invalid' }), 'csv') },
    }),
    reply: file,
  },
});
