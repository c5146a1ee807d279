import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { EXPORT_FORMATS } from './exports.ts';
import { Day, listQuery } from './paging.ts';

export const AUDIT_SORTS = ['id', 'created_at'] as const;

export const AuditChange = z.object({
  field: z.string(),
  /** Null: there was nothing before; `null` as a value is the word. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

export const AuditRow = z.object({
  id: z.number(),
  created_at: z.string(),
  /** The person's e-mail, `API key …`, `provider` for the provider's own staff, or `system`. */
  actor: z.string(),
  /** The person's name; empty for everybody else. */
  actor_name: z.string(),
  /** Where from; null for what nobody asked for over the network. */
  address: z.nullable(z.string()),
  /** live, test, or null for what concerns both. */
  mode: z.nullable(z.string()),
  action: z.string(),
  /** In the language of the request. */
  action_name: z.string(),
  /** `payment-link:17` */
  subject: z.string(),
  changes: z.array(AuditChange),
});
export type AuditRow = z.output<typeof AuditRow>;

const filters = {
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

/** Who may be asked for, and for what: those that are in the log. */
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
