/** Derives the state of a component from measurements; contains every threshold of the status page. */
import type { IncidentImpact, StatusComponent, StatusDay, StatusState } from '@daftar/contract/status';
import { INCIDENT_IMPACTS, STATUS_STATES } from '@daftar/contract/status';

/** The states that are measured; only operators set `maintenance`. */
export type MeasuredState = Exclude<StatusState, 'maintenance' | 'unknown'>;

/** Number of minutes whose requests and calls are evaluated. */
export const COUNTED_MINUTES = 5;
/** Number of minutes whose payments are evaluated, … */
export const PAYMENTS_MINUTES = 15;
/** … compared with the days before, whose figures are final. */
export const NORMAL_DAYS = 7;
/**
 * Maximum age of a measurement; after a longer gap the state is unknown. In hindsight, nothing of ours reached the
 * database during the gap, which was an outage of everything.
 */
export const GAP_MINUTES = 3;
/** Minimum duration of a fault that a day shows, so that a restart does not colour it. */
const SHOWN_MINUTES = 5;

/** Thresholds of the share of failed requests, and a minimum number of requests. */
const REQUESTS = { atLeast: 20, degraded: 0.02, partial: 0.1, outage: 0.5 };
/** Thresholds of the share of calls that a processor did not answer. */
const CALLS = { atLeast: 5, degraded: 0.1, partial: 0.3, outage: 0.8 };
/** Thresholds of the success of payments relative to the normal success. */
const SUCCESS = { atLeast: 20, degraded: 0.7, partial: 0.4, outage: 0.1 };
/** Thresholds of the age of the oldest waiting item, in seconds. */
const WAITING = { degraded: 180, partial: 900, outage: 3600 };

/** Returns the worst of several states; operational for none. */
export function worst<S extends StatusState>(states: readonly S[]): S | 'operational' {
  return states.reduce<S | 'operational'>(
    (most, each) => (STATUS_STATES.indexOf(each) > STATUS_STATES.indexOf(most) ? each : most),
    'operational',
  );
}

/** Returns the worst state whose threshold is reached. */
const reached = (value: number, bounds: Record<IncidentImpact, number>): MeasuredState =>
  INCIDENT_IMPACTS.findLast((state) => value >= bounds[state]) ?? 'operational';

export interface Counted {
  total: number;
  failed: number;
}

function shareOf({ total, failed }: Counted, bounds: Record<IncidentImpact, number> & { atLeast: number }) {
  return total < bounds.atLeast ? 'operational' : reached(failed / total, bounds);
}

/** Returns the state by requests; 5xx replies count as failed. */
export const stateOfRequests = (counted: Counted): MeasuredState => shareOf(counted, REQUESTS);

/** Returns the state by calls to processors; unanswered ones count as failed. */
export const stateOfCalls = (counted: Counted): MeasuredState => shareOf(counted, CALLS);

/** Returns the state by decided payments, compared with the normal success; operational without a normal value. */
export function stateOfPayments(recent: Counted, normal: Counted): MeasuredState {
  if (recent.total < SUCCESS.atLeast || normal.total < SUCCESS.atLeast || normal.failed === normal.total)
    return 'operational';
  const share = (of: Counted) => 1 - of.failed / of.total;
  const of = share(recent) / share(normal);
  return INCIDENT_IMPACTS.findLast((state) => of < SUCCESS[state]) ?? 'operational';
}

/** Returns the state of a queue, by the age of its oldest item. */
export const stateOfWaiting = (seconds: number): MeasuredState => reached(seconds, WAITING);

/** The part of an operator's publication that affects the state of components. */
export interface Said {
  kind: 'incident' | 'maintenance';
  impact: IncidentImpact | null;
  components: readonly StatusComponent[];
  startsAt: Date;
  endsAt: Date | null;
  endedAt: Date | null;
}

/**
 * Returns whether a publication is in progress: an incident until it is resolved, maintenance between its two times.
 */
export const isUnderWay = ({ kind, startsAt, endsAt, endedAt }: Said, now: Date): boolean =>
  startsAt <= now && endedAt === null && (kind === 'incident' || (endsAt !== null && now < endsAt));

/** Returns the measured state if it is current: unknown before the first measurement, or if the last one is too old. */
export function measuredNow(
  measured: MeasuredState | undefined,
  measuredAt: Date | null,
  now: Date,
): MeasuredState | 'unknown' {
  const isRecent = measuredAt !== null && now.getTime() - measuredAt.getTime() <= GAP_MINUTES * 60_000;
  return isRecent && measured !== undefined ? measured : 'unknown';
}

/** Returns the state of a component as shown: as measured, or worse if an operator has published that. */
export function shownState<M extends MeasuredState | 'unknown'>(
  component: StatusComponent,
  measured: M,
  said: readonly Said[],
  now: Date,
): M | IncidentImpact | 'maintenance' | 'operational' {
  const its = said.filter((each) => isUnderWay(each, now) && each.components.includes(component));
  return worst<M | IncidentImpact | 'maintenance'>([
    measured,
    ...its.map(({ impact }) => impact ?? 'maintenance'),
  ]);
}

/** Minutes of a day in each state. */
export type DayMinutes = Record<MeasuredState, number>;

/** Returns the state of a day as shown: the worst state that lasted, together with worse ones, for five minutes. */
export function stateOfDay(minutes: DayMinutes | undefined): StatusDay['state'] {
  if (!minutes) return null;
  const { degraded, partial, outage } = minutes;
  if (outage >= SHOWN_MINUTES) return 'outage';
  if (outage + partial >= SHOWN_MINUTES) return 'partial';
  return outage + partial + degraded >= SHOWN_MINUTES ? 'degraded' : 'operational';
}

/**
 * Returns the share of the measured time without an outage; a partial outage counts half, slowness not at all. Null
 * without measurements.
 */
export function uptimeOf(days: readonly DayMinutes[]): number | null {
  const sum = (of: (day: DayMinutes) => number) => days.reduce((total, day) => total + of(day), 0);
  const all = sum((day) => day.operational + day.degraded + day.partial + day.outage);
  return all === 0 ? null : (all - sum((day) => day.outage + day.partial / 2)) / all;
}
