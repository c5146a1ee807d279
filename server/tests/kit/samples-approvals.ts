import { DOCUMENT_FILES } from '@daftar/contract/files';
import { storeFile } from '../../src/files/index.ts';
import { askSecondOperator } from '../../src/ops-approvals/index.ts';
import { operatorIdOf } from './processors.ts';
import type { TestServer } from './server.ts';
import type { Sample, World } from './world.ts';

/** Asks to resume a suspended merchant that no other case needs, with a paper. @returns the request's id */
export async function askedToResume(daftar: TestServer, email: string): Promise<number> {
  const { merchantId } = await daftar.merchant({ status: 4 });
  const file = {
    field: 'papers',
    name: 'letter.pdf',
    claimedType: 'application/pdf',
    content: Buffer.from('%PDF-1.4\n%%EOF\n'),
  };
  const upload = { purpose: 'paper', file, rule: DOCUMENT_FILES } as const;
  const { path } = await storeFile(daftar.app, { merchantId, userId: 0 }, upload);
  const by = { operatorId: await operatorIdOf(daftar, email), email, address: '127.0.0.1' };
  return askSecondOperator(daftar.app, by, {
    kind: 'resume',
    subject: `merchant:${merchantId}`,
    name: 'Nile Sweets',
    merchantId,
    facts: [{ name: 'suspension', before: { is: 'text', text: 'Papers ran out' }, after: null }],
    change: { was: null },
    reason: 'New papers came',
    papers: [path],
  });
}

/** One that somebody else asked for. */
const another = async ({ daftar }: World) => {
  const { email } = await daftar.operator('reviewer');
  return { id: await askedToResume(daftar, email) };
};

/** Returns the samples of what waits for a second operator. */
export const approvalSamples: Record<string, Sample> = {
  'ops-approvals.details': { params: another },
  'ops-approvals.paper': { params: async (world) => ({ ...(await another(world)), place: 1 }) },
  'ops-approvals.approve': { params: another },
  'ops-approvals.decline': { params: another, body: () => ({ reason: 'The papers are old' }) },
  'ops-approvals.withdraw': {
    // One that the calling administrator asked for: the first one.
    params: async ({ daftar }) => {
      const [admin] = await daftar.app.db<{ email: string }[]>`
        select email from operators where role = 'admin' order by id limit 1`;
      return { id: await askedToResume(daftar, admin!.email) };
    },
  },
};
