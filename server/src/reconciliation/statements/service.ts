/** The bank's statements, their lines and open batches, for the console. */
import { toPounds } from '@daftar/contract/money';
import type {
  BankLine,
  BankLineDetails,
  BankLineState,
  OpenBatch,
  StatementAccount,
  StatementFile,
  StatementLayoutForm,
} from '@daftar/contract/ops-bank-statements';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../../audit/record.ts';
import type { App } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Author } from '../service.ts';
import { NotThere } from './errors.ts';
import * as store from './store.ts';
import * as lines from './store-lines.ts';

/** Lists the provider's accounts, and how far their statements are imported. */
export async function listAccounts(app: App): Promise<StatementAccount[]> {
  return (await store.listAccounts(app.db)).map(({ id, name, bankName, iban, layout, covered }) => ({
    id,
    name,
    bank_name: bankName,
    iban,
    layout,
    covered: covered && {
      first_day: covered.firstDay,
      last_day: covered.lastDay,
      closing: toPounds(covered.closingPiastres),
    },
  }));
}

/** Says how CSV files of an account are read from now on. @throws NotThere */
export async function setLayout(
  app: App,
  by: Author,
  id: number,
  layout: StatementLayoutForm,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const account = await store.lockAccount(tx, id);
    if (!account) throw new NotThere();
    await store.putLayout(tx, id, layout, { actor: by.actor, now });
    await recordProviderAudit(tx, by, now, {
      action: 'bank-statement.layout',
      subject: `bank-account:${id}`,
      before: { layout: account.layout },
      after: { layout },
    });
  });
}

const fileOf = (row: store.ListedFile): StatementFile => ({
  id: row.id,
  name: row.name,
  account: { id: row.accountId, name: row.accountName },
  format: row.format,
  state: row.state,
  first_day: row.firstDay,
  last_day: row.lastDay,
  opening: toPounds(row.openingPiastres),
  closing: toPounds(row.closingPiastres),
  lines: row.lines,
  open: row.open,
  sha256: row.sha256,
  actor: row.actor,
  created_at: row.createdAt.toISOString(),
  undone_at: row.undoneAt?.toISOString() ?? null,
  undone_by: row.undoneBy,
});

/** Lists one page of files. */
export async function listFiles(app: App, paging: Paging<'created_at'>, filters: store.FileFilters) {
  const { rows, meta } = await store.listFiles(app.db, paging, filters);
  return { rows: rows.map(fileOf), meta };
}

/** Reads a file. @throws NotThere */
export async function readFile(app: App, id: number): Promise<StatementFile> {
  const row = await store.findFile(app.db, id);
  if (!row) throw new NotThere();
  return fileOf(row);
}

const lineOf = (row: lines.ListedLine): BankLine => ({
  id: row.id,
  account: { id: row.accountId, name: row.accountName },
  booked_on: row.bookedOn,
  value_on: row.valueOn,
  amount: toPounds(row.amountPiastres),
  reference: row.bankReference || row.ownReference,
  text: row.text,
  state: row.state,
  links: row.links.map(({ kind, id, name, fileId, amountPiastres, rule, isBooked }) => ({
    kind,
    id,
    name,
    file_id: fileId,
    amount: toPounds(amountPiastres),
    rule,
    booked: isBooked,
  })),
  break_id: row.breakId,
});

/** Lists one page of a file's lines. @throws NotThere */
export async function listLines(
  app: App,
  id: number,
  paging: Paging<'id'>,
  filters: { state?: BankLineState | undefined },
) {
  if (!(await store.findFile(app.db, id))) throw new NotThere();
  const { rows, meta } = await lines.listLines(app.db, id, paging, filters);
  return { rows: rows.map(lineOf), meta };
}

const batchOf = (row: lines.ListedBatch): OpenBatch => ({
  id: row.id,
  name: row.name,
  file: { id: row.fileId, name: row.fileName },
  account: { id: row.accountId, name: row.accountName, mode: row.mode },
  net: toPounds(row.netPiastres),
  value_on: row.valueOn,
  received: row.receivedPiastres === null ? null : toPounds(row.receivedPiastres),
});

/** Reads a line with the batches that it may be of. @throws NotThere */
export async function readLine(app: App, id: number): Promise<BankLineDetails> {
  const line = await lines.findLine(app.db, id);
  if (!line) throw new NotThere();
  const candidates = line.state === 'matched' ? [] : await lines.listCandidates(app.db, line);
  return { ...lineOf(line), candidates: candidates.map(batchOf) };
}

/** Lists one page of batches that are not booked. */
export async function listBatches(
  app: App,
  paging: Paging<'received'>,
  filters: { account_id?: number | undefined; is_received?: 'yes' | undefined },
) {
  const { rows, meta } = await lines.listBatches(app.db, paging, filters);
  return { rows: rows.map(batchOf), meta };
}
