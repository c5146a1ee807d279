/**
 * Manages accounts at processors from the command line. Users with shell access need no second operator; their
 * changes are logged.
 */
import { readFile } from 'node:fs/promises';
import {
  type ProcessorAccount,
  ProcessorAccountForm,
  type ProcessorCheck,
  RotateProcessorForm,
} from '@daftar/contract/ops-processors';
import type { Schema } from '@daftar/contract/schema';
import { validate } from '@daftar/contract/validate';
import type { z } from 'zod/mini';
import type { App } from '../../platform/context.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import { CredentialsRefused, UnreadableFile } from '../../processors/account-errors.ts';
import { checkAccount, checkBefore } from '../../processors/check.ts';
import { applyNow, type Change, newAccount, rotation, switchOff } from '../../processors/manage.ts';
import type { Command } from '../money.ts';
import { listAccounts, readAccount } from './service.ts';

/** Returns a line for each account, with the address of its notifications if it is known here. */
const lineOf = ({ config }: App, account: ProcessorAccount): string => {
  const { id, state, mode, adapter, name, merchant, methods, priority, base_url, notification_url } = account;
  const whose = merchant ? `merchant ${merchant.id} (${merchant.name})` : 'provider';
  return [
    `${id}  ${name}  ${adapter}  ${mode}  ${state}  ${whose}  ${methods.join(', ')}  priority ${priority}`,
    `   calls ${base_url}`,
    config.hasPublicUrl
      ? `   notifications to ${notification_url}`
      : `   notifications to ${new URL(notification_url).pathname} at the server's address, which is not known here: set DAFTAR_PUBLIC_URL`,
  ].join('\n');
};

const said = ({ result, explanation }: ProcessorCheck): string =>
  ({
    works: `The processor accepts the credentials.${explanation === '' ? '' : ` ${explanation}.`}`,
    refused: `The processor refuses the credentials: ${explanation}`,
    busy: `The processor was not reached, so the credentials are not checked: ${explanation}`,
    unknown: `The processor gave no clear answer, so the credentials are not checked: ${explanation}`,
  })[result];

async function readForm<S extends Schema>(schema: S, file: string): Promise<z.output<S>> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    // The error message of the JSON parser would quote a part of the file, which may be a secret.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message;
    throw new UnreadableFile(file, reason);
  }
  const form = validate(schema, content);
  if (!form.ok) throw new InvalidError(form.errors);
  return form.value;
}

/** Applies a change unless the processor refuses the credentials. */
async function applyChecked(
  app: App,
  actor: string,
  accountId: number | null,
  change: Change,
): Promise<string> {
  const check = await checkBefore(app, accountId, change);
  if (check.result === 'refused') throw new CredentialsRefused(check.explanation);
  const id = await applyNow(app, { actor }, accountId, change);
  return [lineOf(app, await readAccount(app, id)), said(check)].join('\n');
}

const idOf = (typed: string | undefined): number | null =>
  typed && /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : null;

/** By the word after `processor`. */
const actions: Readonly<Record<string, Command>> = {
  add: async (app, [file], actor) => {
    if (!file) return null;
    const change = await newAccount(app, await readForm(ProcessorAccountForm, file));
    return applyChecked(app, actor, null, change);
  },
  list: async (app) => {
    const accounts = await listAccounts(app);
    return accounts.length === 0
      ? 'There is no account yet'
      : accounts.map((each) => lineOf(app, each)).join('\n');
  },
  check: async (app, [typed]) => {
    const id = idOf(typed);
    return id === null ? null : said(await checkAccount(app, id));
  },
  off: async (app, [typed], actor) => {
    const id = idOf(typed);
    if (id === null) return null;
    await switchOff(app, { actor }, id);
    return lineOf(app, await readAccount(app, id));
  },
  on: async (app, [typed], actor) => {
    const id = idOf(typed);
    return id === null ? null : applyChecked(app, actor, id, { kind: 'on' });
  },
  rotate: async (app, [typed, file], actor) => {
    const id = idOf(typed);
    if (id === null || !file) return null;
    return applyChecked(app, actor, id, rotation(await readForm(RotateProcessorForm, file)));
  },
};

/** Commands by the first argument of `npm run ops --`. */
export const processorCommands: Readonly<Record<string, Command>> = {
  processor: async (app, [word = '', ...words], actor) => {
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    return action ? action(app, words, actor) : null;
  },
};
