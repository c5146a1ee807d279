import type { AuditChoices, AuditRow } from '@daftar/contract/audit';
import { isMerchantNoun, WITHOUT_NUMBER } from '@daftar/contract/audit-subjects';
import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import { exportCells } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { keysOf, type Locale, translate } from '../platform/i18n/translate.ts';
import type { Page } from '../platform/lists/page.ts';
import { fieldName, valueText } from './fields.ts';
import { DIRECTORY_ACTOR } from './record.ts';
import { changesOf } from './rules.ts';
import * as store from './store.ts';
import { referencesOf } from './store-references.ts';

export { findSubjects } from './store-references.ts';

const nameOf = (locale: Locale, action: string) => {
  const key = `audit.action.${action}`;
  const name = translate(locale, key);
  return name === key ? action : name;
};

/** Describes an action in words, with the fields that it changed. */
export function wordsOf(
  locale: Locale,
  { action, subject, before, after }: Pick<store.LoggedRow, 'action' | 'subject' | 'before' | 'after'>,
): Pick<AuditRow, 'action' | 'action_name' | 'changes'> {
  const [noun = ''] = (subject ?? '').split(':');
  const changes = changesOf(before, after).map((change) => ({
    ...change,
    field_name: fieldName(locale, change.field),
    before_text: valueText(locale, noun, change.field, before?.[change.field]),
    after_text: valueText(locale, noun, change.field, after?.[change.field]),
  }));
  return { action, action_name: nameOf(locale, action), changes };
}

/** Returns one side of an action's changes, one field per line. */
export const sideText = (changes: AuditRow['changes'], side: 'before' | 'after'): string =>
  changes
    .flatMap(({ field_name, [`${side}_text` as const]: text }) =>
      text === null ? [] : [`${field_name}: ${text}`],
    )
    .join('\n');

/** Pairs actions with their names, sorted in the language. */
export const namedActions = (locale: Locale, actions: readonly string[]): AuditChoices['actions'] =>
  actions
    .map((action) => ({ action, name: nameOf(locale, action) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));

/** Every action in the log, of merchants and of the provider. */
export const everyAction = (locale: Locale): AuditChoices['actions'] =>
  namedActions(
    locale,
    keysOf('audit.action.').map((key) => key.slice('audit.action.'.length)),
  );

/** The requested filters. */
type Asked = Omit<store.LogFilters, 'named'> & { q?: string | undefined };

/** Lists one page of the log of the caller's merchant, both modes together. */
export async function listLog(
  app: App,
  caller: Caller,
  paging: store.LogPaging,
  { q, ...filters }: Asked,
): Promise<Page<AuditRow>> {
  const named = await store.findNamed(app.db, caller.merchantId, q, 'page');
  const { rows, meta } = await store.listLog(app.db, caller.merchantId, paging, { ...filters, named });
  const subjects = rows.map(({ subject }) => subject);
  const references = await referencesOf(app.db, caller, subjects);
  return { rows: rows.map((row) => rowOf(caller.locale, row, references)), meta };
}

/** Lists the latest actions of an actor, newest first. */
export async function recentOf(app: App, caller: Caller, actor: string, count: number): Promise<AuditRow[]> {
  const paging = { page: 1, pageSize: count, sortBy: 'id', sortType: 'desc' } as const;
  return (await listLog(app, caller, paging, { actor })).rows;
}

const rowOf = (locale: Locale, row: store.LoggedRow, references: ReadonlyMap<string, string>): AuditRow => ({
  id: row.id,
  created_at: row.at.toISOString(),
  actor: row.actor,
  actor_name: row.actorName ?? '',
  address: row.address,
  mode: row.mode,
  subject: row.subject ?? '',
  subject_reference: references.get(row.subject ?? '') ?? '',
  ...wordsOf(locale, row),
});

/** Returns the actors and actions by which the log can be filtered. */
export async function choices(app: App, { merchantId, locale }: Caller): Promise<AuditChoices> {
  const [actors, actions] = await Promise.all([
    store.listActors(app.db, merchantId),
    store.listActions(app.db, merchantId),
  ]);
  return {
    actors: actors.map(({ actor, name }) => ({ actor, name: name ?? '' })),
    actions: namedActions(locale, actions),
  };
}

/** Returns the subject of an entry as its page shows it: “Payment link LNK-7K3M9Q2D”. */
function subjectText(locale: Locale, subject: string, reference: string | undefined): string {
  const [noun = '', id = ''] = subject.split(':');
  if (!isMerchantNoun(noun)) return subject;
  const name = translate(locale, `audit.subject.${noun}`);
  return id === '' || WITHOUT_NUMBER.has(noun) ? name : `${name} ${reference ?? id}`;
}

/** Names of actors who are no people: the provider, the system, the company's directory. */
const OTHER_ACTORS: ReadonlySet<string> = new Set([store.PROVIDER_STAFF, 'system', DIRECTORY_ACTOR]);
const otherActor = (locale: Locale, actor: string) =>
  OTHER_ACTORS.has(actor) ? translate(locale, `audit.actor.${actor}`) : '';

const COLUMNS = ['at', 'actor', 'name', 'address', 'mode', 'action', 'subject', 'before', 'after'] as const;

/** Exports the filtered rows as a file in the caller's language. */
export async function exportLog(
  app: App,
  caller: Caller,
  paging: store.LogPaging,
  { format, q, ...filters }: Asked & { format: ExportFormat },
  days?: string,
): Promise<FileResult> {
  const { locale, merchantId } = caller;
  const named = await store.findNamed(app.db, merchantId, q, 'file');
  let references: ReadonlyMap<string, string> = new Map();
  const file = {
    what: 'audit-log',
    days,
    headings: COLUMNS.map((column) => translate(locale, `audit.column.${column}`)),
    query: (tx: Tx) => store.exportLog(tx, merchantId, paging, { ...filters, named }),
    ahead: async (tx: Tx, rows: readonly store.LoggedRow[]) => {
      references = await referencesOf(
        tx,
        caller,
        rows.map(({ subject }) => subject),
      );
    },
    cells: (row: store.LoggedRow & { writtenOn: string }) => {
      const { changes } = wordsOf(locale, row);
      return [
        { moment: row.writtenOn },
        row.actor,
        row.actorName ?? otherActor(locale, row.actor),
        row.address ?? '',
        row.mode === null ? '' : translate(locale, `audit.mode.${row.mode}`),
        nameOf(locale, row.action),
        subjectText(locale, row.subject ?? '', references.get(row.subject ?? '')),
        sideText(changes, 'before'),
        sideText(changes, 'after'),
      ];
    },
  };
  return exportCells(app, file, format, locale);
}
