/** What a view keeps of a list's address, and the address that it stands for today. */
import type { DayPeriod } from '@daftar/contract/periods';
import { daysOfPreset, presetsOf } from '../../ui/day-presets.ts';
import type { FilterField } from '../../ui/filters.tsx';
import type { Filters, ListSearch } from '../../ui/list-search.ts';

/** A view as it is kept. */
export interface KeptView {
  id: number;
  name: string;
  query: Record<string, string>;
  period: DayPeriod | null;
  /** Columns by id, as a list keeps them; only of lists whose views have them. */
  columns?: string | null;
  /** Of lists whose views can be shared: whether everybody has it, and who saved it. */
  is_shared?: boolean;
  is_mine?: boolean;
  saved_by?: string;
}

const rangeOf = (fields: readonly FilterField[]) => fields.find((field) => field.kind === 'days');

/** The periods that the days of a list are now, of which a view may keep one instead of the days. */
export function periodsOf(filters: Filters, fields: readonly FilterField[], now: number): DayPeriod[] {
  const range = rangeOf(fields);
  return range ? presetsOf(filters[range.from], filters[range.to], now) : [];
}

/** What the list shows now, as a view keeps it: with a period instead of its days, or with the days themselves. */
export function asView(
  { filters, sort }: Pick<ListSearch, 'filters' | 'sort'>,
  fields: readonly FilterField[],
  period: DayPeriod | null,
) {
  const range = rangeOf(fields);
  const days = period && range ? [range.from, range.to] : [];
  const kept = Object.fromEntries(Object.entries(filters).filter(([name]) => !days.includes(name)));
  const order: Filters = sort.by === '' ? {} : { sort_by: sort.by, sort_type: sort.type };
  return { query: { ...kept, ...order } as Record<string, string>, period };
}

/** The filters and order that a view stands for today. */
export function fromView(
  { query, period }: Pick<KeptView, 'query' | 'period'>,
  fields: readonly FilterField[],
  now: number,
) {
  const { sort_by: by, sort_type: type, ...filters } = query;
  const range = rangeOf(fields);
  const [from, to] = period ? daysOfPreset(period, now) : [];
  const days: Filters = range && from && to ? { [range.from]: from, [range.to]: to } : {};
  const order = type === 'desc' ? ('desc' as const) : ('asc' as const);
  return { filters: { ...filters, ...days }, sort: by ? { by, type: order } : undefined };
}
