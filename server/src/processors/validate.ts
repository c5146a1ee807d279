/** Validates the settings of an account before they are stored or used. */
import { type FieldMessages, validate } from '@daftar/contract/validate';
import type { App } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { baseUrlOf } from './base-url.ts';
import type { AccountSettings, Adapter } from './gateway.ts';
import { shownCredentials } from './secrets.ts';
import type { AccountRow } from './store.ts';

/** A proposed account, with its secrets. */
export type Draft = AccountSettings & Pick<AccountRow, 'adapter' | 'merchantId' | 'name' | 'priority'>;

/** Returns the adapter of an account. @throws InvalidError if this release has none with this name */
export function adapterOf(app: Pick<App, 'processors'>, name: string): Adapter {
  const { adapters } = app.processors;
  const adapter = adapters.find((each) => each.name === name);
  if (adapter) return adapter;
  const names = adapters.map((each) => each.name).join(', ');
  throw InvalidError.field('adapter', 'processors.noAdapter', { names });
}

/** The form fields of errors that adapters report. */
const FIELDS: Readonly<Record<string, string>> = {
  baseUrl: 'base_url',
  notificationSecret: 'notification_secret',
};

/**
 * @returns the draft with its base URL as stored
 * @throws InvalidError 422, by the fields of the form
 */
export function requireSound(app: Pick<App, 'processors' | 'config'>, draft: Draft): Draft {
  const adapter = adapterOf(app, draft.adapter);
  const errors: FieldMessages = credentialErrors(adapter, draft.credentials);
  const can = adapter.methodsOf?.(draft.credentials) ?? adapter.methods;
  if (draft.methods.some((method) => !can[method])) errors.methods = [{ key: 'processors.noMethod' }];
  if (draft.currencies.some((currency) => !adapter.currencies.includes(currency)))
    errors.currencies = [{ key: 'Invalid' }];
  const baseUrl = baseUrlOf(draft.baseUrl, adapter.domains, app.config.production);
  if (baseUrl === null) {
    errors.base_url = [{ key: 'processors.baseUrl', params: { domains: adapter.domains.join(', ') } }];
  }
  if (Object.keys(errors).length > 0) throw new InvalidError(errors);
  const sound = { ...draft, baseUrl: baseUrl ?? '' };
  const refused = Object.entries(adapter.validateSettings(sound)).map(([field, said]) => [
    FIELDS[field] ?? field,
    said,
  ]);
  if (refused.length > 0) throw new InvalidError(Object.fromEntries(refused));
  return sound;
}

function credentialErrors(adapter: Adapter, given: AccountSettings['credentials']): FieldMessages {
  const errors: FieldMessages = {};
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(adapter.credentials, name))
      errors[`credentials.${name}`] = [{ key: 'processors.noCredential' }];
  }
  for (const [name, { schema }] of Object.entries(adapter.credentials)) {
    const value = given[name] ?? '';
    const result = validate(schema, value);
    if (!result.ok)
      errors[`credentials.${name}`] =
        value === '' ? [{ key: 'Required' }] : Object.values(result.errors).flat();
  }
  return errors;
}

/** Returns the properties of an account that may be shown. */
export function publicOf(app: Pick<App, 'processors'>, draft: Draft) {
  const { adapter, mode, merchantId, name, baseUrl, priority } = draft;
  return {
    adapter,
    mode,
    merchantId,
    name,
    methods: [...draft.methods],
    currencies: [...draft.currencies],
    baseUrl,
    credentials: shownCredentials(adapterOf(app, adapter), draft.credentials),
    priority,
  };
}
