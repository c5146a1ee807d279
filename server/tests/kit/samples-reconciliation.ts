import '../../src/operator-executors.ts';
import { approveRequest } from '../../src/ops-approvals/decide.ts';
import type { Operator } from '../../src/platform/context.ts';
import { cairoDay } from '../../src/platform/time/cairo.ts';
import { makeCutOff, signCutOff } from '../../src/reconciliation/cut-offs/service.ts';
import { askWriteOff } from '../../src/reconciliation/write-offs/write-off.ts';
import { anAccount } from './ledger.ts';
import { pay } from './money.ts';
import { operatorIdOf } from './processors.ts';
import { aProfile, csvOf, evidenceForm, fileForm, moveToAccount, profileForm } from './reconciliation.ts';
import { next, type Sample, type World } from './world.ts';

const newFile = () => fileForm(csvOf([{ gross: 1_000 + next(), id: `S-${next()}` }]));

/** Imports a file of one line that nobody knows. @returns the ids of the file and of its break */
async function imported({ daftar }: World): Promise<{ file: number; break: number }> {
  const { id, finance } = await aProfile(daftar);
  const path = `/api/ops/reconciliation/profiles/${id}/import`;
  const { body, raw } = await daftar.call({ method: 'POST', path, as: finance, body: newFile() });
  if (!body.data) throw new Error(raw);
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from reconciliation_breaks where file_id = ${body.data.id}`;
  return { file: body.data.id, break: row!.id };
}

const file = async (world: World) => ({ id: (await imported(world)).file });
const aBreak = async (world: World) => ({ id: (await imported(world)).break });
/** A break of a line whose payment did not succeed here. */
async function aStatusBreak(world: World) {
  const { id } = await aBreak(world);
  const payment = await pay(world.daftar, world.actor);
  await world.daftar.app.db`
    update reconciliation_breaks set kind = 'status', merchant_id = ${world.actor.merchantId}, transaction_id = ${payment.id}
     where id = ${id}`;
  return { id };
}
const profile = async ({ daftar }: World) => ({ id: (await aProfile(daftar)).id });

/** A break of a booked line that nobody knows. */
async function toWriteOff(daftar: World['daftar']) {
  const { id, finance } = await aProfile(daftar);
  const tell = (path: string, body: unknown) =>
    daftar.call({ method: 'POST', path: `/api/ops/reconciliation/${path}`, as: finance, body });
  const { body } = await tell(`profiles/${id}/import`, newFile());
  const [row] = await daftar.app.db<{ id: number; batch: number; net: number }[]>`
    select b.id, t.id as batch, t.net_piastres as net
      from reconciliation_breaks b join reconciliation_batches t on t.file_id = b.file_id
     where b.file_id = ${body.data.id}`;
  const booked = { amount: row!.net / 100, bank_reference: 'CIB-2', received_on: '2026-06-16' };
  await tell(`batches/${row!.batch}/book`, booked);
  return { id: row!.id, finance };
}

const DAY = 86_400_000;

/** A cut-off of an account of which nothing is open, by an operator of finance. */
async function aCutOff({ daftar }: World) {
  const { accountId, finance } = await aProfile(daftar);
  const day = cairoDay(new Date(daftar.clock.now().getTime() - 2 * DAY));
  const by = { actor: finance.email };
  const id = await makeCutOff(daftar.app, by, { account_id: accountId, day });
  return { id, finance };
}

export const reconciliationSamples: Record<string, Sample> = {
  'ops-settlement-profiles.addProfile': {
    body: async ({ daftar }) => profileForm(await anAccount(daftar.app.db)),
  },
  'ops-settlement-profiles.changeProfile': {
    params: profile,
    body: () => {
      const { processor_account_id: _, ...form } = profileForm(0);
      return form;
    },
  },
  'ops-settlement-files.preview': { params: profile, body: newFile },
  'ops-settlement-files.import': { params: profile, body: newFile },
  'ops-settlement-files.file': { params: file },
  'ops-settlement-files.lines': { params: file },
  'ops-settlement-files.exportLines': { params: file },
  'ops-settlement-files.undo': { params: file, body: () => ({ reason: 'The wrong file' }) },
  'ops-settlement-files.bookBatch': {
    params: async (world) => {
      const { file: fileId } = await imported(world);
      const [row] = await world.daftar.app.db<{ id: number }[]>`
        select id from reconciliation_batches where file_id = ${fileId}`;
      return { id: row!.id };
    },
    body: () => ({ amount: 10, bank_reference: 'CIB-1', received_on: '2026-06-16' }),
  },
  'ops-settlement-files.reverseBatch': {
    params: async (world) => {
      const { file: fileId } = await imported(world);
      const [row] = await world.daftar.app.db<{ id: number }[]>`
        select id from reconciliation_batches where file_id = ${fileId}`;
      const body = { amount: 10, bank_reference: 'CIB-1', received_on: '2026-06-16' };
      const as = await world.daftar.operator('finance');
      const path = `/api/ops/reconciliation/batches/${row!.id}/book`;
      const booked = await world.daftar.call({ method: 'POST', path, as, body });
      if (booked.status !== 200) throw new Error(booked.raw);
      return { id: row!.id };
    },
    body: () => ({ reason: 'Booked the wrong one' }),
  },
  'ops-reconciliation.bulk': {
    body: async (world) => ({ ids: [(await imported(world)).break], action: 'resolve', text: 'Explained' }),
  },
  'ops-reconciliation.break': { params: aBreak },
  'ops-reconciliation.take': { params: aBreak },
  'ops-reconciliation.assign': {
    params: aBreak,
    body: async ({ daftar }) => ({
      operator_id: await operatorIdOf(daftar, (await daftar.operator('finance')).email),
    }),
  },
  'ops-reconciliation.addEvidence': {
    params: aBreak,
    body: () => evidenceForm(),
  },
  'ops-reconciliation.evidence': {
    params: async (world) => {
      const { break: id } = await imported(world);
      const as = await world.daftar.operator('finance');
      const path = `/api/ops/reconciliation/breaks/${id}/evidence`;
      const added = await world.daftar.call({ method: 'POST', path, as, body: evidenceForm() });
      if (added.status !== 200) throw new Error(added.raw);
      const [row] = await world.daftar.app.db<{ id: number }[]>`
        select id from reconciliation_evidence where break_id = ${id}`;
      return { id, evidenceId: row!.id };
    },
  },
  'ops-reconciliation.note': { params: aBreak, body: () => ({ text: 'Asked the bank' }) },
  'ops-reconciliation.resolve': { params: aBreak, body: () => ({ reason: 'The bank took it back' }) },
  'ops-reconciliation.ask': { params: aStatusBreak },
  'ops-reconciliation.match': {
    params: aBreak,
    body: async ({ daftar, actor }) => {
      const [row] = await daftar.app.db<{ accountId: number }[]>`
        select processor_account_id as "accountId" from reconciliation_breaks order by id desc limit 1`;
      if (!row) return { reference: 'TRX-00000000' };
      const payment = await pay(daftar, actor);
      await moveToAccount(daftar, actor, payment.id, row.accountId);
      return { reference: payment.reference };
    },
  },
  'ops-cut-offs.make': {
    body: async ({ daftar }) => ({
      account_id: (await aProfile(daftar)).accountId,
      day: cairoDay(new Date(daftar.clock.now().getTime() - 2 * DAY)),
    }),
  },
  'ops-cut-offs.details': { params: async (world) => ({ id: (await aCutOff(world)).id }) },
  'ops-cut-offs.lines': { params: async (world) => ({ id: (await aCutOff(world)).id }) },
  'ops-cut-offs.pdf': { params: async (world) => ({ id: (await aCutOff(world)).id }) },
  'ops-cut-offs.export': { params: async (world) => ({ id: (await aCutOff(world)).id }) },
  'ops-cut-offs.sign': {
    params: async (world) => ({ id: (await aCutOff(world)).id }),
    body: () => ({ reason: 'The month is over' }),
  },
  'ops-cut-offs.reopen': {
    params: async (world) => {
      const { id, finance } = await aCutOff(world);
      const { app } = world.daftar;
      const by = { operatorId: await operatorIdOf(world.daftar, finance.email), email: finance.email };
      await signCutOff(app, by as Operator, id, 'The month is over');
      const [asked] = await app.db<{ id: number }[]>`
        select id from operator_approvals where subject = ${`reconciliation-cut-off:${id}`}`;
      await approveRequest(app, { shell: 'ops:test' }, asked!.id);
      return { id };
    },
    body: () => ({ reason: 'The bank sent another statement' }),
  },
  'ops-write-offs.ask': {
    params: async ({ daftar }) => ({ id: (await toWriteOff(daftar)).id }),
    body: () => ({ reason: 'The bank does not find it' }),
  },
  'ops-write-offs.askBack': {
    params: async ({ daftar }) => {
      const { id, finance } = await toWriteOff(daftar);
      const by = { operatorId: await operatorIdOf(daftar, finance.email), email: finance.email };
      await askWriteOff(daftar.app, by as Operator, id, 'The bank does not find it');
      const [asked] = await daftar.app.db<{ id: number }[]>`
        select id from operator_approvals where subject = ${`reconciliation-break:${id}`}`;
      await approveRequest(daftar.app, { shell: 'ops:test' }, asked!.id);
      return { id };
    },
    body: () => ({ reason: 'The bank found it' }),
  },
};
