import { classifyDbError } from '../platform/db/connect.ts';
import { OwnerKept } from '../team/directory.ts';
import { ScimError } from './errors.ts';

/** Tells the directory of what somebody else has, and of owners whom it may not change. @throws ScimError 409, 403 */
export async function refusingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OwnerKept) throw new ScimError(403, 'ownerKept');
    if (classifyDbError(error).kind === 'unique')
      throw new ScimError(409, 'taken', { scimType: 'uniqueness' });
    throw error;
  }
}
