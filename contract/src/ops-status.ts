import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { isMoment } from './moment.ts';
import {
  INCIDENT_IMPACTS,
  INCIDENT_KINDS,
  INCIDENT_STATUSES,
  STATUS_COMPONENTS,
  STATUS_STATES,
} from './status.ts';
import { IdParams, paragraphs, text } from './text.ts';

export const INCIDENT_TITLE_MAXIMUM = 120;
export const INCIDENT_TEXT_MAXIMUM = 2000;
/** Maximum number of incidents in the list. */
export const INCIDENTS_LISTED = 100;

const Moment = z.string().check(z.refine(isMoment, { error: 'InvalidDate' }));
const STATUSES = [...INCIDENT_STATUSES.incident, ...INCIDENT_STATUSES.maintenance] as const;
const Texts = { text_en: paragraphs(INCIDENT_TEXT_MAXIMUM), text_ar: paragraphs(INCIDENT_TEXT_MAXIMUM) };
const Components = z
  .array(z.enum(STATUS_COMPONENTS, { error: 'Invalid' }))
  .check(z.minLength(1, { error: 'Required' }), z.maxLength(STATUS_COMPONENTS.length, { error: 'Invalid' }));

export const IncidentUpdate = z.object({
  at: z.string(),
  status: z.enum(STATUSES),
  text_en: z.string(),
  text_ar: z.string(),
  /** The author, by e-mail address; not shown on the page. */
  by: z.string(),
});

export const Incident = z.object({
  id: z.number(),
  kind: z.enum(INCIDENT_KINDS),
  /** Null for maintenance. */
  impact: z.nullable(z.enum(INCIDENT_IMPACTS)),
  status: z.enum(STATUSES),
  components: z.array(z.enum(STATUS_COMPONENTS)),
  title_en: z.string(),
  title_ar: z.string(),
  starts_at: z.string(),
  /** For maintenance: its planned end. */
  ends_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  /** The newest first. */
  updates: z.array(IncidentUpdate),
});
export type Incident = z.output<typeof Incident>;

export const IncidentForm = z.object({
  kind: z.enum(INCIDENT_KINDS, { error: 'Invalid' }),
  /** The least severe state in which its components are shown; only for an incident. */
  impact: z.optional(z.nullable(z.enum(INCIDENT_IMPACTS, { error: 'Invalid' }))),
  components: Components,
  title_en: text(INCIDENT_TITLE_MAXIMUM),
  title_ar: text(INCIDENT_TITLE_MAXIMUM),
  ...Texts,
  /** Start and end of maintenance; an incident starts now. */
  starts_at: z.optional(z.nullable(Moment)),
  ends_at: z.optional(z.nullable(Moment)),
});

export const IncidentUpdateForm = z.object({
  status: z.enum(STATUSES, { error: 'Invalid' }),
  /** The new impact; absent keeps the current one. */
  impact: z.optional(z.nullable(z.enum(INCIDENT_IMPACTS, { error: 'Invalid' }))),
  ...Texts,
});

const MeasuredComponent = z.object({
  id: z.enum(STATUS_COMPONENTS),
  /** The measured state, regardless of incidents. */
  measured: z.enum(STATUS_STATES),
  /** The state shown on the page. */
  shown: z.enum(STATUS_STATES),
  /** Since when the measured state applies; for `unknown`, the last measurement. Null before the first one. */
  since: z.nullable(z.string()),
});

/** Incidents and planned maintenance on the status page. */
export const opsStatus = defineEndpoints({
  /** Lists the state of every component as the page shows it now. */
  components: {
    method: 'GET',
    path: '/ops/status',
    base: 'fixed',
    access: 'ops:incidents',
    reply: data(z.array(MeasuredComponent)),
  },
  /** Lists the newest hundred, unfinished ones first. */
  incidents: {
    method: 'GET',
    path: '/ops/incidents',
    base: 'fixed',
    access: 'ops:incidents',
    reply: data(z.array(Incident)),
  },
  publish: {
    method: 'POST',
    path: '/ops/incidents',
    base: 'fixed',
    access: 'ops:incidents',
    body: IncidentForm,
    reply: data(z.object({ id: z.number() })),
  },
  update: {
    method: 'POST',
    path: '/ops/incidents/:id/updates',
    base: 'fixed',
    access: 'ops:incidents',
    params: IdParams,
    body: IncidentUpdateForm,
    reply: done,
  },
});
