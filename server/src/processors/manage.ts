/**
 * Management of the accounts at processors. In the console every change but switching off waits for a second operator;
 * the command line applies it at once.
 */
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import {
  type ChangeProcessorForm,
  FORMER_SECRET_HOURS,
  PROVIDER_SCOPE,
  type ProcessorAccountForm,
  type RotateProcessorForm,
} from '@daftar/contract/ops-processors';
import { recordProviderAudit } from '../audit/record.ts';
import {
  askSecondOperator,
  ChangedSince,
  type Executor,
  partOf,
  sealedChangeOfPending,
} from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { newToken } from '../platform/references.ts';
import { AccountNotFound, NothingToRotate, SwitchedAlready } from './account-errors.ts';
import { factsOf } from './facts.ts';
import { sealAccount, sealText, settingsOf, unsealText } from './secrets.ts';
import { type AccountRow, findAccount } from './store.ts';
import * as store from './store-manage.ts';
import { adapterOf, type Draft, publicOf, requireSound } from './validate.ts';

/** The author of a change. */
export interface By {
  /** An operator's e-mail, or `ops:` and the user of the command line. */
  actor: string;
  address?: string;
}
/** An operator of the console, and the reason of the request. */
export type ByOperator = Pick<Operator, 'operatorId' | 'email' | 'address'> & { reason: string };

/** A change including its secrets, as it is sealed. */
export type Change =
  | { kind: 'add'; draft: Draft }
  | ({ kind: 'change' } & Omit<ChangeProcessorForm, 'reason'>)
  | { kind: 'rotate'; credentials: Record<string, string>; notificationSecret: string }
  | { kind: 'on' };

/** Reads the form of a new account. @throws InvalidError for an unknown merchant */
export async function newAccount(app: App, form: ProcessorAccountForm): Promise<Change> {
  const isProvider = form.scope === PROVIDER_SCOPE;
  const merchantId = isProvider ? null : await store.findMerchant(app.db, form.scope);
  if (merchantId === undefined) throw InvalidError.field('scope', 'processors.noMerchant');
  const { adapter, mode, methods, currencies, credentials, priority } = form;
  return {
    kind: 'add',
    draft: {
      adapter,
      mode,
      merchantId,
      name: form.name || adapter,
      methods,
      currencies,
      baseUrl: form.base_url,
      credentials,
      notificationSecret: form.notification_secret,
      priority,
    },
  };
}

/** Reads the form of new secrets; empty ones are kept. @throws NothingToRotate */
export function rotation(form: RotateProcessorForm): Change {
  const given = Object.entries(form.credentials ?? {}).filter(([, value]) => value !== '');
  if (given.length === 0 && form.notification_secret === '') throw new NothingToRotate();
  return {
    kind: 'rotate',
    credentials: Object.fromEntries(given),
    notificationSecret: form.notification_secret,
  };
}

/** Validates the result of a change of an account. @throws InvalidError, SwitchedAlready */
function draftOf(app: App, change: Change, account: AccountRow | null): Draft {
  if (change.kind === 'add') return requireSound(app, change.draft);
  if (!account) throw new AccountNotFound();
  const before: Draft = { ...account, ...settingsOf(app, account) };
  if (change.kind === 'change') {
    const { name, methods, priority } = change;
    return requireSound(app, { ...before, name, methods, priority });
  }
  if (change.kind === 'rotate') {
    return requireSound(app, {
      ...before,
      credentials: { ...before.credentials, ...change.credentials },
      notificationSecret: change.notificationSecret || before.notificationSecret,
    });
  }
  if (account.state === 'on') throw new SwitchedAlready('on');
  return requireSound(app, before);
}

/** Returns the names of the secrets that a change contains. */
function secretsOf(app: App, change: Change, { adapter }: Draft): string[] {
  if (change.kind !== 'add' && change.kind !== 'rotate') return [];
  const credentials = change.kind === 'add' ? change.draft.credentials : change.credentials;
  const secret = change.kind === 'add' ? change.draft.notificationSecret : change.notificationSecret;
  const known = adapterOf(app, adapter).credentials;
  return [
    ...Object.keys(credentials).filter((name) => known[name]?.isSecret && credentials[name] !== ''),
    ...(secret === '' ? [] : ['notification_secret']),
  ];
}

/**
 * Requests a second operator's approval of a change. `accountId`: null for a new account.
 * @returns the request's id
 * @throws InvalidError 422 if it could not be applied; AccountNotFound 404; SwitchedAlready
 */
export async function propose(
  app: App,
  by: ByOperator,
  accountId: number | null,
  change: Change,
): Promise<number> {
  return transaction(app.db, async (tx) => {
    const account = accountId === null ? null : await getAccount(tx, accountId);
    const draft = draftOf(app, change, account);
    return askSecondOperator({ ...app, db: tx }, by, {
      kind: 'processor-account',
      subject: accountId === null ? 'processor:new' : `processor:${accountId}`,
      name: draft.name,
      merchantId: draft.merchantId,
      facts: factsOf(change.kind, account && publicOf(app, { ...account, ...settingsOf(app, account) }), {
        ...publicOf(app, draft),
        secrets: secretsOf(app, change, draft),
      }),
      change: { accountId, version: account?.version ?? null },
      sealed: sealText(app, JSON.stringify(change)),
      reason: by.reason,
      // Leaked secrets can be rotated while a change of the name waits.
      part:
        accountId === null ? partOf([draft.adapter, draft.mode, draft.merchantId, draft.name]) : change.kind,
    });
  });
}

/** Executes a change requested by {@link propose}. */
export const changeAccount: Executor = async (app, { change, sealed, askedBy }, by) => {
  const { accountId, version } = change as { accountId: number | null; version: number | null };
  await transaction(app.db, async (tx) => {
    const account = accountId === null ? null : await store.lockAccount(tx, accountId);
    // It would undo changes made meanwhile, which the second operator was not shown.
    if (account && account.version !== version) throw new ChangedSince();
    await apply(app, tx, by, accountId, unsealed(app, sealed), askedBy);
  });
};

/** Applies a change at once. @returns the account's id @throws as {@link propose} */
export async function applyNow(app: App, by: By, accountId: number | null, change: Change): Promise<number> {
  return transaction(app.db, (tx) => apply(app, tx, by, accountId, change));
}

/** Switches an account off at once: it takes no new payments. @throws AccountNotFound, SwitchedAlready */
export async function switchOff(app: App, by: By, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const account = await store.lockAccount(tx, id);
    if (!account) throw new AccountNotFound();
    if (account.state === 'off') throw new SwitchedAlready('off');
    await store.writeOff(tx, id, now);
    await recordProviderAudit(tx, authorOf(by, account), now, {
      action: 'processor.off',
      subject: `processor:${id}`,
      before: { state: 'on' },
      after: { state: 'off', name: account.name },
    });
  });
}

/** Returns the settings that an account would have. @throws InvalidError, AccountNotFound, SwitchedAlready */
export async function settingsBy(app: App, accountId: number | null, change: Change): Promise<Draft> {
  return draftOf(app, change, accountId === null ? null : await getAccount(app.db, accountId));
}

/**
 * Returns the settings that an account would have after a waiting request. @throws as {@link settingsBy};
 * RequestNotFound, RequestOver
 */
export async function settingsAfter(app: App, id: number): Promise<Draft> {
  const { change, sealed } = await sealedChangeOfPending(app, 'processor-account', id);
  return settingsBy(app, (change as { accountId: number | null }).accountId, unsealed(app, sealed));
}

/** @throws AccountNotFound */
export async function getAccount(db: App['db'], id: number): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw new AccountNotFound();
  return account;
}

async function apply(
  app: App,
  tx: Tx,
  by: By,
  accountId: number | null,
  change: Change,
  askedBy?: string,
): Promise<number> {
  const now = app.clock.now();
  const account = accountId === null ? null : ((await store.lockAccount(tx, accountId)) ?? null);
  const draft = draftOf(app, change, account);
  const proposed = publicOf(app, draft);
  const written: store.WrittenAccount = {
    name: draft.name,
    methods: [...draft.methods],
    priority: draft.priority,
    ...sealAccount(app, adapterOf(app, draft.adapter), draft),
    state: change.kind === 'on' ? 'on' : (account?.state ?? 'on'),
  };
  let id = accountId;
  if (id === null) {
    const { adapter, mode, merchantId, baseUrl } = draft;
    const currencies = [...draft.currencies];
    const token = newToken();
    id = await store.insertAccount(
      tx,
      { ...written, token, adapter, mode, merchantId, currencies, baseUrl },
      now,
    );
  } else {
    const isRotated = change.kind === 'rotate' && change.notificationSecret !== '';
    const formerUntil = isRotated ? new Date(now.getTime() + FORMER_SECRET_HOURS * 3_600_000) : null;
    await store.updateAccount(tx, id, written, { now, formerUntil });
  }
  const { kind } = change;
  const { name, methods, priority } = account ?? {};
  await recordProviderAudit(tx, authorOf(by, draft), now, {
    action: `processor.${kind}`,
    subject: `processor:${id}`,
    ...(methods ? { before: { name, methods: codesOf(methods), priority } } : {}),
    after: {
      ...logged(kind, proposed, secretsOf(app, change, draft)),
      ...(askedBy ? { askedBy } : {}),
    },
  });
  return id;
}

/** @throws Error if it was sealed with another DAFTAR_SECRET */
function unsealed(app: App, sealed: Buffer): Change {
  const text = unsealText(app, sealed);
  if (text === null)
    throw new Error('a change of a processor account cannot be opened with this DAFTAR_SECRET');
  return JSON.parse(text) as Change;
}

/** Changes of a merchant's own account are also logged in the merchant's log. */
const authorOf = ({ actor, address }: By, { merchantId }: Pick<Draft, 'merchantId'>) => ({
  actor,
  ...(address === undefined ? {} : { address }),
  ...(merchantId === null ? {} : { merchantId }),
});

const codesOf = (methods: readonly number[]) =>
  methods.map((method) => PAYMENT_METHODS.find(({ id }) => id === method)?.code ?? String(method));

const logged = (
  kind: Change['kind'],
  { methods, ...proposed }: ReturnType<typeof publicOf>,
  secrets: string[],
) => ({ kind, ...proposed, methods: codesOf(methods), ...(secrets.length > 0 ? { secrets } : {}) });
