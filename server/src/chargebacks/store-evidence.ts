import type { Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

/** Lists the files of a response, in the order they were given. */
export async function listPaths(tx: Tx, scope: Scope, id: number): Promise<string[]> {
  const rows = await tx<{ path: string }[]>`
    select path from chargeback_files
     where merchant_id = ${scope.merchantId} and chargeback_id = ${id} order by position`;
  return rows.map(({ path }) => path);
}

/** Replaces the files of a locked dispute's response. */
export async function writePaths(tx: Tx, scope: Scope, id: number, paths: string[]): Promise<void> {
  await tx`delete from chargeback_files where merchant_id = ${scope.merchantId} and chargeback_id = ${id}`;
  await tx`
    insert into chargeback_files (merchant_id, chargeback_id, path, position)
    select ${scope.merchantId}, ${id}, path, position
      from unnest(${paths}::text[]) with ordinality as given (path, position)`;
}

/** Returns whether any of the files belongs to the response to another dispute. */
export async function belongElsewhere(tx: Tx, scope: Scope, id: number, paths: string[]): Promise<boolean> {
  const rows = await tx`
    select from chargeback_files
     where merchant_id = ${scope.merchantId} and path = any (${paths}::text[]) and chargeback_id <> ${id} limit 1`;
  return rows.length > 0;
}
