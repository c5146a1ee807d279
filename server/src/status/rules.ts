/** How what was measured becomes the state of a component: every threshold of the status page. */
import type { IncidentImpact, StatusComponent, StatusDay, StatusState } from '@daftar/contract/status';
import { INCIDENT_IMPACTS, STATUS_STATES } from '@daftar/contract/status';

/** What is measured; `maintenance` is said by operators alone. */
export type MeasuredState = Exclude<StatusState, 'maintenance' | 'unknown'>;

/** Requests and calls of so many minutes decide. */
export const COUNTED_MINUTES = 5;
/** Payments of so many minutes decide, … */
export const PAYMENTS_MINUTES = 15;
/** … and are compared with the days before, the newest of which has long been summed up. */
export const NORMAL_DAYS = 7;
/**
 * Without a measurement for longer than this nobody knows how anything is; afterwards, nothing of ours reached the database
 * meanwhile, which was an outage of everything.
 */
export const GAP_MINUTES = 3;
/** A day shows a fault that lasted so long, so that a restart does not colour it. */
const SHOWN_MINUTES = 5;

/** From which share of failed requests on, out of at least so many. */
const REQUESTS = { atLeast: 20, degraded: 0.02, partial: 0.1, outage: 0.5 };
/** From which share of calls on that a processor did not answer. */
const CALLS = { atLeast: 5, degraded: 0.1, partial: 0.3, outage: 0.8 };
/** Below which share of the normal success of payments. */
const SUCCESS = { atLeast: 20, degraded: 0.7, partial: 0.4, outage: 0.1 };
/** From how many seconds on that the oldest has waited. */
const WAITING = { degraded: 180, partial: 900, outage: 3600 };

/** @returns the worst of some states; operational of none */
export function worst<S extends StatusState>(states: readonly S[]): S | 'operational' {
  return states.reduce<S | 'operational'>(
    (most, each) => (STATUS_STATES.indexOf(each) > STATUS_STATES.indexOf(most) ? each : most),
    'operational',
  );
}

/** The worst state whose bound is reached. */
const reached = (value: number, bounds: Record<IncidentImpact, number>): MeasuredState =>
  INCIDENT_IMPACTS.findLast((state) => value >= bounds[state]) ?? 'operational';

export interface Counted {
  total: number;
  failed: number;
}

function shareOf({ total, failed }: Counted, bounds: Record<IncidentImpact, number> & { atLeast: number }) {
  return total < bounds.atLeast ? 'operational' : reached(failed / total, bounds);
}

/** Of requests, of which those failed that were answered 5xx. */
export const stateOfRequests = (counted: Counted): MeasuredState => shareOf(counted, REQUESTS);

/** Of calls to processors, of which those failed that were not answered. */
export const stateOfCalls = (counted: Counted): MeasuredState => shareOf(counted, CALLS);

/** Of payments that are decided, compared with how many normally succeed; without a normal nothing is said. */
export function stateOfPayments(recent: Counted, normal: Counted): MeasuredState {
  if (recent.total < SUCCESS.atLeast || normal.total < SUCCESS.atLeast || normal.failed === normal.total)
    return 'operational';
  const share = (of: Counted) => 1 - of.failed / of.total;
  const of = share(recent) / share(normal);
  return INCIDENT_IMPACTS.findLast((state) => of < SUCCESS[state]) ?? 'operational';
}

/** Of what waits for its turn, by the age of the oldest. */
export const stateOfWaiting = (seconds: number): MeasuredState => reached(seconds, WAITING);

/** What an operator has published, as far as it says how components are. */
export interface Said {
  kind: 'incident' | 'maintenance';
  impact: IncidentImpact | null;
  components: readonly StatusComponent[];
  startsAt: Date;
  endsAt: Date | null;
  endedAt: Date | null;
}

/** Whether something published is under way: an incident until it is resolved, maintenance between its two moments. */
export const isUnderWay = ({ kind, startsAt, endsAt, endedAt }: Said, now: Date): boolean =>
  startsAt <= now && endedAt === null && (kind === 'incident' || (endsAt !== null && now < endsAt));

/** What was measured, as far as it says how a component is now: nothing does before the first time, or if the last is long ago. */
export function measuredNow(
  measured: MeasuredState | undefined,
  measuredAt: Date | null,
  now: Date,
): MeasuredState | 'unknown' {
  const isRecent = measuredAt !== null && now.getTime() - measuredAt.getTime() <= GAP_MINUTES * 60_000;
  return isRecent && measured !== undefined ? measured : 'unknown';
}

/** A component as it is shown: as it was measured, or worse if an operator says so. */
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

/** How a day is shown: the worst state that it was in, or worse than, for five minutes. */
export function stateOfDay(minutes: DayMinutes | undefined): StatusDay['state'] {
  if (!minutes) return null;
  const { degraded, partial, outage } = minutes;
  if (outage >= SHOWN_MINUTES) return 'outage';
  if (outage + partial >= SHOWN_MINUTES) return 'partial';
  return outage + partial + degraded >= SHOWN_MINUTES ? 'degraded' : 'operational';
}

/** The share of the time measured without an outage; a partial one counts as half, slowness not. Null of no time. */
export function uptimeOf(days: readonly DayMinutes[]): number | null {
  const sum = (of: (day: DayMinutes) => number) => days.reduce((total, day) => total + of(day), 0);
  const all = sum((day) => day.operational + day.degraded + day.partial + day.outage);
  return all === 0 ? null : (all - sum((day) => day.outage + day.partial / 2)) / all;
}
