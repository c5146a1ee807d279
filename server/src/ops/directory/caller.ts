/** Authenticates calls by the token of the provider's directory. */
import type { MessageRef } from '@daftar/contract/validate';
import type { OperatorSignIn } from '../../config.ts';
import type { App } from '../../platform/context.ts';
import { classifyDbError } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Guesses } from '../../platform/http/guesses.ts';
import type { Change } from '../../scim/directory.ts';
import { ScimError } from '../../scim/errors.ts';
import { foundByToken } from '../../scim/token.ts';
import { lockOperators, type OperatorRow } from '../operators/store.ts';
import * as store from './store.ts';

/** The provider's directory, acting as the maker of its token, with its rights by the configuration. */
export interface Provisioner extends Pick<OperatorSignIn, 'groups' | 'breakGlass'> {
  tokenHash: Buffer;
  madeBy: number;
  domain: string;
  /** The IP address that its call came from. */
  address: string;
}

/** A change by the directory; every operator is locked. */
export interface DirectoryChange extends Change {
  who: Provisioner;
  all: readonly OperatorRow[];
}

const TOKEN = /^scim_ops_[\w-]{43}$/;

/** Returns the rights of a directory by the configuration; null if it does not provision operators. */
export function allowedBy({ config }: Pick<App, 'config'>) {
  const settings = config.operatorSignIn;
  if (!settings || settings.domain === null || settings.groups.length === 0) return null;
  const { domain, groups, breakGlass } = settings;
  return { domain, groups, breakGlass };
}

/**
 * Authenticates the provider's directory.
 * @throws ScimError 401 for an unknown token, 403 if it does not provision operators; TooManyError 429 after too many
 * unknown ones
 */
export async function callerOf(
  app: App,
  guesses: Guesses,
  token: string | null,
  address: string,
): Promise<Provisioner> {
  const { found, tokenHash } = await foundByToken(guesses, TOKEN, { token, address }, (hash) =>
    store.findByToken(app.pool, hash, app.clock.now()),
  );
  return provisioner(app, found, tokenHash, address);
}

function provisioner(
  app: App,
  found: { madeBy: number } | null,
  tokenHash: Buffer,
  address: string,
): Provisioner {
  if (!found) throw new ScimError(401, 'unauthorized');
  const allowed = allowedBy(app);
  if (!allowed) throw new ScimError(403, 'operatorsOff');
  return { ...allowed, ...found, tokenHash, address };
}

/**
 * Runs a change while every operator is locked, after checking that the token is still valid: revoking it takes the
 * same lock.
 * @throws ScimError 401, 403 as at authentication, 409 for a value that is taken
 */
export async function changeBy<T>(
  app: App,
  { tokenHash, address }: Provisioner,
  work: (change: DirectoryChange, who: Provisioner) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(app.db, async (tx) => {
      const all = await lockOperators(tx);
      const found = await store.findByToken(tx, tokenHash, app.clock.now());
      const who = provisioner(app, found, tokenHash, address);
      return work({ tx, now: app.clock.now(), who, all }, who);
    });
  } catch (error) {
    if (classifyDbError(error).kind === 'unique') throw taken();
    throw error;
  }
}

/** 409: the value is taken. */
export const taken = (key = 'taken', params: MessageRef['params'] = {}) =>
  new ScimError(409, key, { scimType: 'uniqueness', params });
