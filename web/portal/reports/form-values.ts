import type { DayPeriod } from '@daftar/contract/periods';
import {
  type Report,
  type ReportFormat,
  type ReportKind,
  type ReportList,
  type ReportRhythm,
  RHYTHM_OF,
} from '@daftar/contract/reports';
import type { SavedView } from '@daftar/contract/saved-views';
import { sameEmail } from '@daftar/contract/text';

/** What a form of a report holds. */
export interface ReportValues extends Record<string, unknown> {
  name: string;
  kind: ReportKind;
  list: ReportList;
  /** What of the list: `all`, `kept` as the report has it, or the id of a view. */
  view: string;
  query: Record<string, string>;
  period: DayPeriod | null;
  format: ReportFormat;
  language: 'en' | 'ar';
  rhythm: ReportRhythm;
  hour: string;
  weekday: string;
  month_day: string;
  members: string[];
  /** Separated by lines, spaces or commas. */
  addresses: string;
}

/** The first report that somebody makes: to themselves, in their language. */
export const emptyReport = (kind: ReportKind, language: 'en' | 'ar', me: number | null): ReportValues => ({
  name: '',
  kind,
  list: 'transactions',
  view: 'all',
  query: {},
  period: null,
  format: kind === 'week' || kind === 'month' ? 'pdf' : 'xlsx',
  language,
  rhythm: RHYTHM_OF[kind] ?? 'day',
  hour: '8',
  weekday: '0',
  month_day: '1',
  members: me === null ? [] : [String(me)],
  addresses: '',
});

/** The values of a report that is changed. */
export const valuesOf = (report: Report): ReportValues => ({
  name: report.name,
  kind: report.kind,
  list: report.list ?? 'transactions',
  view: 'kept',
  query: report.query,
  period: report.period,
  format: report.format,
  language: report.language,
  rhythm: report.rhythm,
  hour: String(report.hour),
  weekday: String(report.weekday ?? 0),
  month_day: String(report.month_day ?? 1),
  members: report.recipients.flatMap(({ user_id: id }) => (id === null ? [] : [String(id)])),
  addresses: report.recipients.flatMap(({ user_id: id, email }) => (id === null ? [email] : [])).join('\n'),
});

/** What changes with the kind: only statements are PDFs, and all but views have a rhythm of their own. */
export function withKind(values: ReportValues, kind: ReportKind): Partial<ReportValues> {
  const isStatement = kind === 'week' || kind === 'month';
  const format = isStatement ? 'pdf' : values.format === 'pdf' ? 'xlsx' : values.format;
  return { kind, format, rhythm: RHYTHM_OF[kind] ?? values.rhythm };
}

/** What changes with the view: the report keeps what it says. */
export function withView(view: string, views: readonly SavedView[]): Partial<ReportValues> {
  const chosen = views.find(({ id }) => String(id) === view);
  if (view === 'kept') return { view };
  return { view, query: chosen?.query ?? {}, period: chosen?.period ?? null };
}

/** The body of the call. */
export function payloadOf(values: ReportValues) {
  const { name, kind, format, language, rhythm } = values;
  const isView = kind === 'view';
  return {
    name,
    kind,
    format,
    language,
    rhythm,
    ...(isView ? { list: values.list, query: values.query, period: values.period } : {}),
    hour: Number(values.hour),
    weekday: rhythm === 'week' ? Number(values.weekday) : null,
    month_day: rhythm === 'month' ? Number(values.month_day) : null,
    members: values.members.map(Number),
    addresses: [...new Set(values.addresses.split(/[\s,;،]+/).map(sameEmail))].filter(Boolean),
  };
}
