import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot, serverRoot } from '../paths.ts';
import { readSqlSources, sqlSourcesDirectory } from './sql-sources.ts';

/** Functions that no test names yet. Names are only removed: a new function comes with its test. */
const UNTESTED: readonly string[] = [
  'add_plain_job',
  'announce_change',
  'bank_account_count_version',
  'bank_account_keep_version',
  'bank_line_links_of_period',
  'bank_line_stated_at',
  'bank_lines_of_period',
  'bank_signed_day',
  'bank_statement_of_period',
  'bank_transfers_go_on',
  'customer_by_contact',
  'customer_count',
  'customer_events_follow_payment',
  'customer_is_billed',
  'customer_messages_go',
  'customer_orders',
  'customer_pays',
  'events_wanted',
  'factors_have_people',
  'files_have_owners',
  'forget_push_devices',
  'give_store_slug',
  'invoices_tell_webhook',
  'issue_keys',
  'keep_customer_totals',
  'keep_invoice_message',
  'keep_invoice_statistics',
  'keep_settlements_due',
  'keep_settlements_due_of_new',
  'keep_store_statistics',
  'limit_give_back',
  'limit_take',
  'lock_order_products',
  'mask_recipient',
  'merchant_remember_status',
  'notification_announce',
  'order_step',
  'orders_tell_webhook',
  'payment_links_follow',
  'payouts_not_in_file',
  'people_follow_users',
  'queue_event',
  'queue_job',
  'reconciliation_batches_of_period',
  'reconciliation_batches_written_off',
  'reconciliation_breaks_ended',
  'reconciliation_breaks_of_period',
  'reconciliation_cut_offs_stay',
  'reconciliation_files_of_period',
  'reconciliation_lines_of_period',
  'reconciliation_open_changed',
  'reconciliation_signed_until',
  'reconciliation_write_offs_of_period',
  'refuse_row',
  'refuse_transition',
  'settlement_payments_mark',
  'settlement_payments_not_in_file',
  'settlement_payments_returned_only',
  'settlement_payments_unmark',
  'settlements_due_add',
  'settlements_paid_as_marked',
  'tell_webhook',
  'ticket_announce',
  'ticket_clock',
  'ticket_note_announce',
  'users_follow_people',
  'users_have_people',
];

const sources = readSqlSources(sqlSourcesDirectory());
const commentOf = (text: string) => text.slice(0, text.indexOf('create or replace function'));

/** Returns every word of the server's tests, apart from this one. */
function wordsOfTests(): Set<string> {
  const files = ['src', 'tests', 'demo'].flatMap((folder) =>
    readdirSync(join(serverRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && basename(path) !== basename(import.meta.filename))
      .map((path) => join(serverRoot, folder, path)),
  );
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));
}

/** Returns the names by which a test can name a function: its own, and the rules that its errors carry. */
function namesOf(name: string, text: string): string[] {
  const rules = [
    /constraint = (?:coalesce\(tg_argv\[0\], )?'(\w+)'/g,
    /ledger_refuse\('(\w+)'/g,
    /refuse_row\('\w+', '(\w+)'/g,
    ...(text.includes('refuse_row(') ? [/(?:then|else) '(\w+_\w+)'/g] : []),
  ];
  return [name, ...rules.flatMap((rule) => [...text.matchAll(rule)].map(([, each]) => each!))];
}

test('every function of the database is named in a test, by its own name or by a rule that it enforces', () => {
  const words = wordsOfTests();
  const untested = sources
    .filter(({ name, text }) => !namesOf(name, text).some((each) => words.has(each)))
    .map(({ name }) => name);
  expect(untested.sort()).toEqual(UNTESTED);
});

test('the file of every function begins with a comment of one to four lines about what it guarantees', () => {
  const wrong = sources.filter(({ text }) => {
    const lines = commentOf(text).trimEnd().split('\n');
    return (
      lines.length > 4 ||
      lines.some((line) => !/^-- \S/.test(line) || line.length > 120) ||
      /^-- (As |The same|What |Whose )/.test(lines[0]!)
    );
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('every file and decision that the comment of a function names exists', () => {
  const decisions = readdirSync(join(projectRoot, 'docs/decisions')).map((name) => Number(name.slice(0, 4)));
  const wrong = sources.flatMap(({ path, text }) => {
    const comment = commentOf(text);
    const files = comment.match(/\b(?:server|contract|deploy|bench)\/[\w./-]*\w/g) ?? [];
    const numbers = [...comment.matchAll(/\bdecision (\d+)/g)].map(([, number]) => Number(number));
    return [
      ...files.filter((file) => !existsSync(join(projectRoot, file))),
      ...numbers.filter((number) => !decisions.includes(number)),
    ].map((each) => `${path}: ${each}`);
  });
  expect(wrong).toEqual([]);
});
