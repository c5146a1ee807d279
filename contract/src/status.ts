import { PAYMENT_METHODS, type PaymentMethodCode } from './lookups.ts';

/** What the page of our status tells of, in its order: names are `component.<id>` of the pages' texts. */
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
 * How a component is, the best first: `maintenance` is planned, `unknown` is what nothing has measured lately, the last three
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

/** What an incident may say of its components. */
export const INCIDENT_IMPACTS = ['degraded', 'partial', 'outage'] as const;
export type IncidentImpact = (typeof INCIDENT_IMPACTS)[number];

export const INCIDENT_KINDS = ['incident', 'maintenance'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** How far each kind may be, in this order; the last ends it. */
export const INCIDENT_STATUSES = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'completed'],
} as const satisfies Record<IncidentKind, readonly string[]>;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[IncidentKind][number];

/** For how many days the page has a bar. */
export const STATUS_DAYS = 90;

/** A text in both languages. */
export interface BothTexts {
  en: string;
  ar: string;
}

/** An incident or maintenance as the page tells it; moments are ISO 8601. */
export interface PublicIncident {
  id: number;
  kind: IncidentKind;
  /** Null for maintenance. */
  impact: IncidentImpact | null;
  status: IncidentStatus;
  components: StatusComponent[];
  title: BothTexts;
  startsAt: string;
  /** Of maintenance, when it is to end. */
  endsAt: string | null;
  /** When it was resolved or completed. */
  endedAt: string | null;
  /** The newest first. */
  updates: { at: string; status: IncidentStatus; text: BothTexts }[];
}

/** How a component was on a day: null where nothing was measured. */
export interface StatusDay {
  /** `2026-01-31`, of Cairo. */
  day: string;
  state: Exclude<StatusState, 'unknown'> | null;
  /** Minutes in each state of fault. */
  minutes: Record<IncidentImpact, number>;
}

/** What the page shows. */
export interface StatusFacts {
  /** The worst of the components'. */
  state: StatusState;
  /** When it was measured last, ISO 8601; null before the first time. */
  measuredAt: string | null;
  components: {
    id: StatusComponent;
    state: StatusState;
    /** Of the time measured, 0 to 1; null where nothing was. */
    uptime: number | null;
    /** {@link STATUS_DAYS} of them, the oldest first. */
    days: StatusDay[];
  }[];
  /** Those that are not over, and those of the last days that are, the newest first. */
  incidents: PublicIncident[];
}

/** The page's view. */
export interface StatusView extends StatusFacts {
  locale: 'en' | 'ar';
  /** The facts are the last that were known: the database does not answer. */
  isStale: boolean;
  origin: string;
}

/** The name of the sentence that sums up the page, among the messages. */
export function sumOfStatus({
  isStale,
  state,
  measuredAt,
}: Pick<StatusView, 'isStale' | 'state' | 'measuredAt'>) {
  if (isStale) return 'statusStale';
  return state === 'unknown' && measuredAt === null ? 'statusUnmeasured' : (`statusAll.${state}` as const);
}
