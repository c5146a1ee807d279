/** Bank statements, their lines and open batches, for the console. */
import { toPounds } from '@daftar/contract/money';
import type {
  BankLine,
  BankLineDetails,
  OpenBatch,
  StatementAccount,
  StatementFile,
  StatementLayoutForm,
} from '@daftar/contract/ops-bank-statements';
import { CANDIDATES_SHOWN } from '@daftar/contract/ops-bank-statements';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../../audit/record.ts';
import { at, egp, onDay, opsList } from '../../ops-lists/list.ts';
import type { App } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Author } from '../service.ts';
import { NotThere } from './errors.ts';
import * as store from './store.ts';
import * as lines from './store-lines.ts';

/** Lists the provider's accounts, and the last day of their imported statements. */
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

/** Sets the layout of future CSV files of an account. @throws NotThere */
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
      subject: `bank-account-of-ours:${id}`,
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

/** The list of imported statements. */
export const statementList = opsList<
  Paging<'created_at' | 'last_day' | 'closing' | 'name'>,
  store.FileFilters,
  store.ListedFile,
  StatementFile
>({
  what: 'bank-statements',
  find: (_app, paging, filters) => (db) => store.fileSource(db, paging, filters),
  wireOf: fileOf,
  cells: (say) => ({
    name: (row) => row.name,
    status: (row) => say(`ops.fileState.${row.state}`),
    account: (row) => row.account.name,
    firstDay: (row) => onDay(row.first_day),
    lastDay: (row) => onDay(row.last_day),
    opening: (row) => egp(row.opening),
    closing: (row) => egp(row.closing),
    lines: (row) => row.lines,
    openLines: (row) => row.open,
    sha256: (row) => row.sha256,
    actor: (row) => row.actor,
    created: (row) => at(row.created_at),
    undone: (row) => at(row.undone_at),
    undoneBy: (row) => row.undone_by ?? '',
  }),
});

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

/** The list of lines of the statement `file_id`. @throws NotThere */
export const bankLineList = opsList<
  Paging<'id' | 'booked_on' | 'amount'>,
  lines.LineFilters & { file_id: number },
  lines.ListedLine,
  BankLine
>({
  what: 'bank-lines',
  find: async ({ db }, paging, filters) => {
    if (!(await store.findFile(db, filters.file_id))) throw new NotThere();
    return (through) => lines.lineSource(through, filters.file_id, paging, filters);
  },
  wireOf: lineOf,
  cells: (say) => ({
    day: (row) => onDay(row.booked_on),
    valueDay: (row) => onDay(row.value_on),
    lineText: (row) => row.text,
    bankReference: (row) => row.reference,
    amount: (row) => egp(row.amount),
    status: (row) => say(`ops.bankLineState.${row.state}`),
    matchedWith: (row) => row.links.map(({ name }) => name).join(' '),
    account: (row) => row.account.name,
  }),
});

const batchOf = (row: lines.ListedBatch): OpenBatch => ({
  id: row.id,
  name: row.name,
  file: { id: row.fileId, name: row.fileName },
  account: { id: row.accountId, name: row.accountName, mode: row.mode },
  net: toPounds(row.netPiastres),
  value_on: row.valueOn,
  received: row.receivedPiastres === null ? null : toPounds(row.receivedPiastres),
});

/** Reads a line with the batches that it may match. @throws NotThere */
export async function readLine(app: App, id: number): Promise<BankLineDetails> {
  const line = await lines.findLine(app.db, id);
  if (!line) throw new NotThere();
  const found =
    line.state === 'matched' ? [] : await lines.listCandidates(app.db, line, CANDIDATES_SHOWN + 1);
  return {
    ...lineOf(line),
    candidates: found.slice(0, CANDIDATES_SHOWN).map(batchOf),
    more_candidates: found.length > CANDIDATES_SHOWN,
  };
}

/** The list of batches that are not booked. */
export const batchList = opsList<
  Paging<'received' | 'value_on' | 'net' | 'name'>,
  lines.BatchFilters,
  lines.ListedBatch,
  OpenBatch
>({
  what: 'open-batches',
  find: (_app, paging, filters) => (db) => lines.batchSource(db, paging, filters),
  wireOf: batchOf,
  cells: () => ({
    batch: (row) => row.name,
    settlementFile: (row) => row.file.name,
    account: (row) => row.account.name,
    dueDay: (row) => onDay(row.value_on),
    net: (row) => egp(row.net),
    receivedAmount: (row) => egp(row.received),
  }),
});
