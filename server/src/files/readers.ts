import type { Permission } from '@daftar/contract/permissions';
import type { App, Caller } from '../platform/context.ts';
import { ForbiddenError } from '../platform/http/errors.ts';
import { FileNotFound } from './errors.ts';
import type { Purpose } from './purposes.ts';
import * as store from './store.ts';

/** The readers of a file: holders of one of some permissions, everybody of the merchant, or only the provider. */
type Readers = readonly [Permission, ...Permission[]] | 'everybody' | 'provider';

/** The readers of a document, by its use. */
const OF_DOCUMENTS = {
  kyc: ['submit-kyc'],
  bankAccount: ['financial-settings'],
  // Payers can see it as well.
  logo: 'everybody',
} as const satisfies Record<store.DocumentUse, Readers>;

/** The readers of a file in use, by its purpose. Everybody may see pictures that payers or colleagues see. */
const OF_OTHERS = {
  logo: 'everybody',
  cover: 'everybody',
  avatar: 'everybody',
  product: 'everybody',
  ticket: ['view-ticket'],
  evidence: ['view-chargeback-list'],
  paper: 'provider',
} as const satisfies Record<Exclude<Purpose, 'document'>, Readers>;

/**
 * Refuses a file to a caller who may not see its use. A file that is not in use belongs to its uploader.
 * @param purpose the only purpose that is served; files of others do not exist for this call
 * @throws FileNotFound, ForbiddenError 403 that names the permission
 */
export async function requireReader(
  app: App,
  caller: Pick<Caller, 'merchantId' | 'userId' | 'permissions'>,
  path: string,
  purpose?: Purpose,
): Promise<void> {
  const row = await store.findFile(app.db, caller, path);
  if (!row || (purpose && row.purpose !== purpose)) throw new FileNotFound();
  const readers = await readersOf(app, caller, row);
  if (readers.length === 0) {
    if (row.uploadedBy !== caller.userId || row.purpose === 'paper') throw new FileNotFound();
    return;
  }
  if (readers.includes('everybody')) return;
  if (readers.includes('provider')) throw new FileNotFound();
  const permissions = readers.flatMap((each) => (typeof each === 'string' ? [] : each));
  if (!permissions.some((each) => caller.permissions.has(each)))
    throw new ForbiddenError('http.permissionNeeded', { permission: permissions[0]! });
}

/** Returns the readers of a file for each of its uses; none while it is not in use. */
async function readersOf(app: App, owner: store.Owner, row: store.FileRow): Promise<Readers[]> {
  if (row.purpose === 'document') {
    const uses = await store.findUses(app.db, owner, row.path);
    return uses.map((use) => OF_DOCUMENTS[use]);
  }
  return row.attachedAt ? [OF_OTHERS[row.purpose]] : [];
}
