import { takeAnswer } from '../../src/bank-transfers/answers.ts';
import { createBatch } from '../../src/bank-transfers/batches.ts';
import { askRelease, releaseFile } from '../../src/bank-transfers/release.ts';
import type { Operator } from '../../src/platform/context.ts';
import { cairoDay } from '../../src/platform/time/cairo.ts';
import { pay, receivingAccount, settleAll } from './money.ts';
import { OPERATOR_PASSWORD } from './people.ts';
import { operatorIdOf } from './processors.ts';
import type { Actor, TestServer } from './server.ts';
import type { Sample, World } from './world.ts';

const IBAN = 'EG380019000500000000263180002';

let ibans = 0;

/** A valid IBAN that no account of ours has. */
function freshIban(): string {
  ibans += 1;
  const number = `00190005${String(Date.now() * 1000 + ibans).padStart(17, '0')}`;
  const check = 98n - (BigInt(`${number}141600`) % 97n);
  return `EG${String(check).padStart(2, '0')}${number}`;
}

/** An account of ours. @returns its id */
export async function accountOfOurs(
  daftar: TestServer,
  format: 'pain.001' | 'csv' = 'pain.001',
): Promise<number> {
  const columns = [
    { field: 'end_to_end_id', heading: 'Reference' },
    { field: 'amount', heading: 'Amount' },
    { field: 'name', heading: 'Beneficiary' },
    { field: 'iban', heading: 'IBAN' },
  ];
  const { db, clock } = daftar.app;
  const [row] = await db<{ id: number }[]>`
    insert into provider_bank_accounts (name, bank_name, iban, bic, format, columns, created_at, iban_shared)
    values ('Merchant payments', 'National Bank of Egypt', ${IBAN}, 'NBEGEGCX', ${format},
            ${db.json((format === 'csv' ? columns : []) as never)}, ${clock.now()},
            exists (select from provider_bank_accounts where iban = ${IBAN} and state = 'on'))
    returning id`;
  return row!.id;
}

/** Pays a merchant and settles it to its bank account, in live mode. */
export async function settledToBank(daftar: TestServer, owner: Actor, pounds = 100): Promise<void> {
  const { sql } = daftar.database;
  const has = await sql`
    select from bank_accounts where merchant_id = ${owner.merchantId} and receives_settlements`;
  if (has.length === 0) await receivingAccount(daftar, owner);
  await pay(daftar, owner, { pounds });
  await settleAll(daftar, owner);
}

const operatorOf = async (daftar: TestServer, role: 'finance' | 'admin' = 'finance'): Promise<Operator> => {
  const { email } = await daftar.operator(role);
  return { operatorId: await operatorIdOf(daftar, email), email, address: '127.0.0.1' } as Operator;
};

/** A draft with a transfer of a merchant that no other case needs. @returns its id */
export async function aDraft(daftar: TestServer, owner?: Actor): Promise<number> {
  await settledToBank(daftar, owner ?? (await daftar.merchant()));
  const form = {
    bank_account_id: await accountOfOurs(daftar),
    execution_day: cairoDay(daftar.clock.now()),
  };
  return createBatch(daftar.app, await operatorOf(daftar), form);
}

/** A released file. @returns its id */
async function released(daftar: TestServer): Promise<number> {
  const id = await aDraft(daftar);
  const by = await operatorOf(daftar);
  await askRelease(daftar.app, by, id, 'Friday’s run');
  const [row] = await daftar.app.db<{ change: unknown; id: number }[]>`
    update operator_approvals set state = 'approved', decided_in_shell = 'ops:test', decided_at = ${daftar.clock.now()}
     where subject = ${`bank-file:${id}`} and state = 'waiting' returning id, change`;
  const request = {
    ...row!,
    subject: '',
    merchantId: null,
    sealed: Buffer.alloc(0),
    reason: '',
    askedBy: by.email,
  };
  await releaseFile(daftar.app, request, { actor: 'ops:test' });
  return id;
}

/** A request to give back what a bank refused. @returns its id */
async function refusedByBank({ daftar }: World): Promise<{ id: number }> {
  const batchId = await released(daftar);
  const { db } = daftar.app;
  const [transfer] = await db<{ id: string }[]>`
    select end_to_end_id as id from bank_transfers where batch_id = ${batchId} and state = 'sent'`;
  const content = Buffer.from(`Reference,Status\n${transfer!.id},rejected\n`);
  const file = { name: 'answer.csv', type: 'text/csv', content };
  await takeAnswer(daftar.app, await operatorOf(daftar), file as never, { apply: true, reason: 'Portal' });
  const [row] = await db<{ id: number }[]>`
    select id from operator_approvals where kind = 'bank-return' and subject = ${`bank-file:${batchId}`}`;
  return row!;
}

const draft = async ({ daftar }: World) => ({ id: await aDraft(daftar) });

/** Returns the samples of files of transfers. */
export const transferSamples: Record<string, Sample> = {
  'ops-bank-transfers.addAccount': {
    body: () => ({
      name: 'Merchant payments',
      bank_name: 'CIB',
      iban: freshIban(),
      bic: '',
      format: 'csv',
      columns: 'end_to_end_id = Reference\namount = Amount',
      current_password: OPERATOR_PASSWORD,
    }),
  },
  'ops-bank-transfers.setOptions': {
    params: async ({ daftar }) => ({ id: await accountOfOurs(daftar) }),
    body: () => ({
      message: 'pain.001.001.03',
      initiator_id: '12345',
      charge_bearer: 'SLEV',
      service_level: 'NURG',
      category_purpose: 'SUPP',
      purpose: 'SUPP',
      latin_name: 'Daftar Payments',
      address: 'hybrid',
      street: '12 Tahrir Street',
      town: 'Cairo',
      country: 'EG',
      words: { paid: 'Done', rejected: '', returned: '', open: '' },
      current_password: OPERATOR_PASSWORD,
    }),
  },
  'ops-bank-transfers.retireAccount': {
    params: async ({ daftar }) => ({ id: await accountOfOurs(daftar) }),
    body: () => ({ current_password: OPERATOR_PASSWORD }),
  },
  'ops-bank-transfers.create': {
    body: async ({ daftar }) => {
      await settledToBank(daftar, await daftar.merchant());
      return {
        bank_account_id: await accountOfOurs(daftar),
        execution_day: cairoDay(daftar.clock.now()),
      };
    },
  },
  'ops-bank-transfers.batch': { params: draft },
  'ops-bank-transfers.transfers': { params: draft },
  'ops-bank-transfers.exportTransfers': { params: draft },
  'ops-bank-transfers.remove': {
    params: async ({ daftar }) => {
      const id = await aDraft(daftar);
      const [row] = await daftar.app.db<
        { id: number }[]
      >`select id from bank_transfers where batch_id = ${id} limit 1`;
      return { id, transferId: row!.id };
    },
  },
  'ops-bank-transfers.cancel': { params: draft },
  'ops-bank-transfers.askRelease': { params: draft, body: () => ({ reason: 'Friday’s run' }) },
  'ops-bank-transfers.download': { params: async ({ daftar }) => ({ id: await released(daftar) }) },
  'ops-bank-transfers.request': { params: refusedByBank },
  'ops-bank-transfers.requestedTransfers': { params: refusedByBank },
  'ops-bank-transfers.exportRequested': { params: refusedByBank },
  'ops-bank-transfers.requestedFile': { params: refusedByBank },
  'ops-bank-transfers.answer': {
    body: () => {
      const form = new FormData();
      form.append('apply', 'false');
      const answer = 'end_to_end_id,status\nTRF-000000000000,paid\n';
      form.append('file', new Blob([answer], { type: 'text/csv' }), 'answer.csv');
      return form;
    },
  },
};
