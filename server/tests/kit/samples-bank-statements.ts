import { mt940Of } from './reconciliation/statements.ts';
import { aProfile, csvOf, fileForm } from './reconciliation.ts';
import { accountOfOurs } from './samples-transfers.ts';
import { next, type Sample, type World } from './world.ts';

const statement = (text = 'CASH') => fileForm(mt940Of(0, [{ piastres: 1_000 + next(), text }]));
const account = async ({ daftar }: World) => ({ id: await accountOfOurs(daftar) });

/** A statement with one credit that nothing explains. @returns its id and the line's */
async function imported(world: World, text?: string): Promise<{ file: number; line: number }> {
  const { daftar } = world;
  const path = `/api/ops/bank-statements/accounts/${(await account(world)).id}/import`;
  const as = await daftar.operator('finance');
  const { body, raw } = await daftar.call({ method: 'POST', path, as, body: statement(text) });
  if (!body.data) throw new Error(raw);
  const [row] = await daftar.app.db<
    { id: number }[]
  >`select id from bank_lines where file_id = ${body.data.id}`;
  return { file: body.data.id, line: row!.id };
}

/** A batch of a settlement file, above zero. */
async function aBatch({ daftar }: World): Promise<{ id: number; name: string }> {
  const { id, finance } = await aProfile(daftar);
  const name = `SAMPLE-${next()}`;
  const body = fileForm(csvOf([{ gross: 50_000 + next(), id: `X-${next()}`, batch: name }]));
  const path = `/api/ops/reconciliation/profiles/${id}/import`;
  const done = await daftar.call({ method: 'POST', path, as: finance, body });
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from reconciliation_batches where file_id = ${done.body.data.id}`;
  return { id: row!.id, name };
}

async function matched(world: World): Promise<{ line: number; batch: number }> {
  const batch = await aBatch(world);
  return { line: (await imported(world, `PAID ${batch.name}`)).line, batch: batch.id };
}

const file = async (world: World) => ({ id: (await imported(world)).file });

/** Returns the samples of the bank's statements. */
export const bankStatementSamples: Record<string, Sample> = {
  'ops-bank-statements.setLayout': {
    params: account,
    body: () => ({
      encoding: 'auto',
      delimiter: 'auto',
      decimal_mark: 'point',
      dates: 'dmy',
      columns: {
        booked_on: 'Date',
        value_on: '',
        amount: 'Amount',
        credit: '',
        debit: '',
        balance: 'Balance',
        reference: 'Ref',
        text: 'Details',
      },
    }),
  },
  'ops-bank-statements.preview': { params: account, body: () => statement() },
  'ops-bank-statements.import': { params: account, body: () => statement() },
  'ops-bank-statements.file': { params: file },
  'ops-bank-statements.lines': { params: file },
  'ops-bank-statements.exportLines': { params: file },
  'ops-bank-statements.undo': { params: file, body: () => ({ reason: 'The wrong file' }) },
  'ops-bank-statements.line': { params: async (world) => ({ id: (await imported(world)).line }) },
  'ops-bank-statements.link': {
    params: async (world) => ({ id: (await imported(world)).line }),
    body: async (world) => ({ batches: [(await aBatch(world)).id] }),
  },
  'ops-bank-statements.unlink': {
    params: async (world) => ({ id: (await matched(world)).line }),
    body: () => ({ reason: 'Another one' }),
  },
  'ops-bank-statements.book': { params: async (world) => ({ id: (await matched(world)).batch }) },
};
