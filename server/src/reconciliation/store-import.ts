/** Stages the lines of a file in temporary tables that last until the transaction ends. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BreakKind, SettlementLineKind } from '@daftar/contract/ops-settlement-lines';
import type { Tx } from '../platform/db/connect.ts';
import type { PatientTx } from '../platform/db/long-work.ts';
import type { SettlementLine } from '../processors/gateway.ts';
import { referencesIn } from './values.ts';

/** Creates `incoming` for the lines of a file, which may be large. */
export async function openIncoming(tx: PatientTx): Promise<void> {
  // Enough memory to sort and join a million rows at a time.
  await tx`set local work_mem = '64MB'`;
  await tx`
    create temporary table incoming (
      line_no integer not null, kind text not null, currency text collate "C" not null, gross bigint not null,
      fee bigint not null, vat bigint not null, net bigint not null, our_ref text collate "C",
      processor_ref text collate "C", rrn text collate "C", auth_code text collate "C", last4 text collate "C",
      detail text, occurred_on date, value_on date, batch text collate "C" not null, refs text[]
    ) on commit drop`;
}

const escaped: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const MARKS = /[\\\n\r\t]/;
const cell = (value: string | null) => {
  if (value === null) return '\\N';
  return MARKS.test(value) ? value.replace(/[\\\n\r\t]/g, (mark) => escaped[mark]!) : value;
};
const plainReference = /^[0-9A-Z-]+$/;

function refsOf(text: string | null): string {
  const refs = text === null ? [] : referencesIn(text).filter((ref) => plainReference.test(ref));
  return refs.length === 0 ? '\\N' : `{${refs.join(',')}}`;
}

/** Returns a line in the format of PostgreSQL's `copy`. */
const copied = ({ row, line }: { row: number; line: SettlementLine }): string =>
  `${row}\t${line.kind}\t${line.currency}\t${line.grossPiastres}\t${line.feePiastres}\t${line.vatPiastres}\t${line.netPiastres}\t` +
  `${cell(line.ourRef)}\t${cell(line.processorRef)}\t${cell(line.rrn)}\t${cell(line.authCode)}\t${cell(line.last4)}\t` +
  `${cell(line.text)}\t${cell(line.occurredOn)}\t${cell(line.valueOn)}\t${cell(line.batch)}\t${refsOf(line.text)}\n`;

/** Streams lines into `incoming`, with backpressure from the database. */
export async function copyIncoming(
  tx: Tx,
  lines: AsyncIterable<readonly { row: number; line: SettlementLine }[]>,
): Promise<void> {
  const into = await tx`copy incoming from stdin`.writable();
  const text = async function* () {
    for await (const some of lines) if (some.length > 0) yield some.map(copied).join('');
  };
  await pipeline(Readable.from(text(), { objectMode: true, highWaterMark: 2 }), into);
  await tx`analyze incoming`;
}

/** Sums of lines; amounts include EGP only. */
export interface Sums {
  lines: number;
  gross: number;
  fee: number;
  net: number;
}

const sums = (tx: Tx) => tx`
  count(*)::int as lines, coalesce(sum(gross) filter (where currency = 'EGP'), 0)::bigint as gross,
  coalesce(sum(fee) filter (where currency = 'EGP'), 0)::bigint as fee,
  coalesce(sum(net) filter (where currency = 'EGP'), 0)::bigint as net`;

/** Sums up `incoming`: all lines, and by currency and kind. */
export async function sumIncoming(tx: Tx) {
  const [whole] = await tx<[Sums & { firstDay: string | null; lastDay: string | null }]>`
    select ${sums(tx)}, min(occurred_on) as "firstDay", max(occurred_on) as "lastDay" from incoming`;
  const each = await tx<(Sums & { currency: string; kind: SettlementLineKind })[]>`
    select currency, kind, count(*)::int as lines, coalesce(sum(gross), 0)::bigint as gross,
           coalesce(sum(fee), 0)::bigint as fee, coalesce(sum(net), 0)::bigint as net
      from incoming group by currency, kind order by currency <> 'EGP', currency, kind`;
  return { whole, each: [...each] };
}

/** Sums up `decided`: matched lines, and breaks by kind and currency. */
export async function sumDecided(tx: Tx) {
  const [{ matched }] = await tx<[{ matched: number }]>`
    select count(*)::int as matched from decided where item is not null`;
  const breaks = await tx<{ kind: BreakKind; currency: string; count: number; amount: number }[]>`
    select kind, currency, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
      from found_breaks group by kind, currency order by kind, currency <> 'EGP', currency`;
  return { matched, breaks: [...breaks] };
}

/** A file about to be imported. */
export interface NewFile extends Sums {
  profileId: number;
  accountId: number;
  name: string;
  sha256: Buffer;
  matched: number;
  firstDay: string | null;
  lastDay: string | null;
  actor: string;
  createdAt: Date;
}

/** Finds the file with this content that is imported at an account. */
export async function findSame(tx: Tx, accountId: number, sha256: Buffer): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    select name from reconciliation_files
     where processor_account_id = ${accountId} and sha256 = ${sha256} and state = 'imported'`;
  return row?.name;
}

/**
 * Stores a file with the lines of `incoming` as `decided`, and opens breaks for those that nothing explains.
 * @returns its id
 */
export async function keepFile(tx: Tx, file: NewFile): Promise<number> {
  const { accountId, createdAt } = file;
  const [{ id }] = await tx<[{ id: number }]>`
    insert into reconciliation_files (profile_id, processor_account_id, name, sha256, lines, matched, gross_piastres,
                                      fee_piastres, net_piastres, first_day, last_day, actor, created_at)
    values (${file.profileId}, ${accountId}, ${file.name}, ${file.sha256}, ${file.lines}, ${file.matched}, ${file.gross},
            ${file.fee}, ${file.net}, ${file.firstDay}, ${file.lastDay}, ${file.actor}, ${createdAt})
    returning id`;
  await tx`
    insert into reconciliation_batches (file_id, name, currency, lines, gross_piastres, fee_piastres, net_piastres, value_on)
    select ${id}::bigint, batch, currency, count(*), sum(gross), sum(fee), sum(net), max(value_on)
      from incoming group by batch, currency order by batch, currency`;
  await tx`
    insert into reconciliation_lines (
      file_id, line_no, batch_id, processor_account_id, kind, currency, gross_piastres, fee_piastres, vat_piastres,
      net_piastres, our_ref, processor_ref, rrn, auth_code, last4, detail, occurred_on, value_on,
      item, merchant_id, item_id, item_key, rule, is_late)
    select ${id}::bigint, i.line_no, b.id, ${accountId}::bigint, i.kind, i.currency, i.gross, i.fee, i.vat, i.net, i.our_ref,
           i.processor_ref, i.rrn, i.auth_code, i.last4, i.detail, i.occurred_on, i.value_on,
           d.item, d.merchant_id, d.item_id, d.item_key, d.rule,
           -- Of a period that was signed: it belongs to the next one. Asked once, and not for each line.
           coalesce(i.occurred_on < (select (reconciliation_signed_until(${accountId}) at time zone 'Africa/Cairo')::date), false)
      from incoming i
      join reconciliation_batches b on b.file_id = ${id} and b.name = i.batch and b.currency = i.currency
      left join decided d on d.line_no = i.line_no and d.item is not null`;
  await tx`
    insert into reconciliation_breaks (
      processor_account_id, kind, file_id, line_no, item, merchant_id, item_id, transaction_id, reference, amount_piastres,
      currency, suggested_merchant_id, suggested_transaction_id, state, opened_at, ended_as, closed_at, closed_by)
    select ${accountId}::bigint, f.kind, ${id}::bigint, f.line_no, f.item, f.merchant_id, f.item_id, f.transaction_id,
           f.reference, f.amount, f.currency, f.suggested_merchant_id, f.suggested_transaction_id,
           case f.kind when 'rounding' then 'resolved' else 'open' end, ${createdAt}::timestamptz,
           case f.kind when 'rounding' then 'rounding' end, case f.kind when 'rounding' then ${createdAt}::timestamptz end,
           case f.kind when 'rounding' then 'tolerance' end
      from found_breaks f order by f.line_no`;
  // Only late costs get a break: other late lines are about items that were open when their period was signed, so
  // they were expected.
  await tx`
    insert into reconciliation_breaks (processor_account_id, kind, file_id, line_no, reference, amount_piastres, currency, opened_at)
    select ${accountId}, 'late', l.file_id, l.line_no, coalesce(l.our_ref, l.processor_ref, l.rrn, ''), l.net_piastres, l.currency,
           ${createdAt}
      from reconciliation_lines l
     where l.file_id = ${id} and l.is_late and (l.item = 'cost' or l.item is null and l.kind = 'fee')
       and not exists (select from found_breaks f where f.line_no = l.line_no)
     order by l.line_no`;
  // Missing items that are in this file have arrived.
  await tx`
    update reconciliation_breaks b
       set state = 'resolved', ended_as = 'arrived', closed_at = ${createdAt}, closed_by = ${file.actor}
      from decided d
     where b.kind = 'ours_only' and b.closed_at is null
       and b.merchant_id = d.merchant_id and b.item = d.item and b.item_id = d.item_id`;
  return id;
}

/** Removes a file's lines and records who undid the import. @returns false when it was undone before */
export async function undoFile(
  tx: PatientTx,
  id: number,
  { now, actor, reason }: { now: Date; actor: string; reason: string },
): Promise<boolean> {
  const rows = await tx`
    update reconciliation_files set state = 'undone', undone_at = ${now}, undone_by = ${actor}, undone_reason = ${reason}
     where id = ${id} and state = 'imported' returning 1`;
  if (rows.length === 0) return false;
  await tx`delete from reconciliation_lines where file_id = ${id}`;
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'undone', closed_at = ${now}, closed_by = ${actor}
     where file_id = ${id} and closed_at is null`;
  // The items that it explained must appear in another file.
  await tx`
    update reconciliation_accounts a set checked_until = least(a.checked_until, coalesce(f.first_day, a.since) - 1)
      from reconciliation_files f where f.id = ${id} and a.processor_account_id = f.processor_account_id`;
  return true;
}
