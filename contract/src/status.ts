import { PAYMENT_METHODS, type PaymentMethodCode } from './lookups.ts';

/** The components of the status page, in its order; their names are `component.<id>` in the texts of the pages. */
export const STATUS_COMPONENTS = [
  'api',
  'portal',
  'payment-page',
  ...PAYMENT_METHODS.map(({ code }) => `payments-${code}` as const),
  'webhooks',
  'payouts',
  'messages',
] as const;
export type StatusComponent =
  | 'api'
  | 'portal'
  | 'payment-page'
  | `payments-${PaymentMethodCode}`
  | 'webhooks'
  | 'payouts'
  | 'messages';

/**
 * States of a component, the best first: `maintenance` is planned, `unknown` was not measured lately, the last three
 * are faults.
 */
export const STATUS_STATES = [
  'operational',
  'maintenance',
  'unknown',
  'degraded',
  'partial',
  'outage',
] as const;
export type StatusState = (typeof STATUS_STATES)[number];

/** Impacts of an incident on its components. */
export const INCIDENT_IMPACTS = ['degraded', 'partial', 'outage'] as const;
export type IncidentImpact = (typeof INCIDENT_IMPACTS)[number];

export const INCIDENT_KINDS = ['incident', 'maintenance'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** The statuses of each kind, in order; the last one ends it. */
export const INCIDENT_STATUSES = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'completed'],
} as const satisfies Record<IncidentKind, readonly string[]>;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[IncidentKind][number];

/** Number of days in the page's bars. */
export const STATUS_DAYS = 90;

/** A text in both languages. */
export interface BothTexts {
  en: string;
  ar: string;
}

/** An incident or maintenance as published on the page; moments are ISO 8601. */
export interface PublicIncident {
  id: number;
  kind: IncidentKind;
  /** Null for maintenance. */
  impact: IncidentImpact | null;
  status: IncidentStatus;
  components: StatusComponent[];
  title: BothTexts;
  startsAt: string;
  /** Planned end of maintenance; null for an incident. */
  endsAt: string | null;
  /** When it was resolved or completed. */
  endedAt: string | null;
  /** The newest first. */
  updates: { at: string; status: IncidentStatus; text: BothTexts }[];
}

/** A component's state on a day; null if nothing was measured. */
export interface StatusDay {
  /** `2026-01-31`, in Cairo time. */
  day: string;
  state: Exclude<StatusState, 'unknown'> | null;
  /** Minutes in each faulty state. */
  minutes: Record<IncidentImpact, number>;
}

/** The content of the page. */
export interface StatusFacts {
  /** The worst state of the components. */
  state: StatusState;
  /** Time of the last measurement, ISO 8601; null before the first one. */
  measuredAt: string | null;
  components: {
    id: StatusComponent;
    state: StatusState;
    /** Share of the measured time, 0 to 1; null if nothing was measured. */
    uptime: number | null;
    /** {@link STATUS_DAYS} of them, the oldest first. */
    days: StatusDay[];
  }[];
  /** Unfinished ones, and those that ended in the last days, the newest first. */
  incidents: PublicIncident[];
}

/** The page's view. */
export interface StatusView extends StatusFacts {
  locale: 'en' | 'ar';
  /** True: the facts are the last known ones, because the database does not answer. */
  isStale: boolean;
  origin: string;
}

/** Returns the message key of the sentence that sums up the page. */
export function sumOfStatus({
  isStale,
  state,
  measuredAt,
}: Pick<StatusView, 'isStale' | 'state' | 'measuredAt'>) {
  if (isStale) return 'statusStale';
  return state === 'unknown' && measuredAt === null ? 'statusUnmeasured' : (`statusAll.${state}` as const);
}
