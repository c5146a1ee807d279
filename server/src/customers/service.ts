import type { Customer, CustomerFormValues } from '@daftar/contract/customers';
import type { OwnFieldsForm } from '@daftar/contract/integration-fields';
import { recordAudit } from '../audit/record.ts';
import {
  changedBy,
  claimReference,
  lockOwn,
  newOwn,
  type OwnFields,
  ownOf,
} from '../integration-fields/fields.ts';
import { setOwnFields } from '../integration-fields/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ForbiddenError, InvalidError } from '../platform/http/errors.ts';
import type { Page } from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';
import { CustomerDuplicate, CustomerMerged, CustomerNotFound, type UniqueField } from './errors.ts';
import * as store from './store.ts';
import { findTag } from './store-notes.ts';

/**
 * Returns whether the caller may see all fields of a customer; those who may edit can, because the edit form is
 * filled from the row of the list.
 */
export const seesDetails = ({ permissions }: Pick<Caller, 'permissions'>): boolean =>
  permissions.has('view-customer-details') || permissions.has('update-customer');

/**
 * Blanks the fields that only the details show; others can neither list nor search them. Exports omit the same
 * fields.
 */
const WITHHELD = {
  nationalId: '',
  description: '',
  tags: [],
  merchant_reference: null,
  metadata: {},
} as const satisfies Partial<Record<keyof Customer, unknown>>;

/** Filters that would reveal whether a withheld value exists. */
const TELLING = ['nationalId', 'tag', 'merchant_reference', 'metadata'] as const;

/** Refuses searches by fields that the caller may not see. @throws ForbiddenError */
export function requireMayFilter(caller: Caller, filters: store.ListFilters): void {
  const isAsked = TELLING.some((each) => filters[each] !== undefined && filters[each] !== '');
  if (isAsked && !seesDetails(caller))
    throw new ForbiddenError('http.permissionNeeded', { permission: 'view-customer-details' });
}

/** Lists one page of the caller's customers. */
export async function listCustomers(
  app: App,
  caller: Caller,
  request: store.ListRequest,
): Promise<Page<Customer>> {
  requireMayFilter(caller, request.filters);
  const filters = await spelled(app.db, caller, request.filters);
  const { rows, meta } = await store.listCustomers(app.db, caller, { ...request, filters });
  const shown = rows.map(wireOf);
  if (seesDetails(caller)) return { rows: shown, meta };
  return { rows: shown.map((row) => ({ ...row, ...WITHHELD, tags: [] })), meta };
}

/** Replaces the tag filter by the merchant's spelling; an unused tag matches nobody. */
export async function spelled<F extends store.ListFilters>(db: Db, scope: Scope, filters: F): Promise<F> {
  const tag = typedText(filters.tag ?? '');
  return { ...filters, tag: tag === '' ? undefined : ((await findTag(db, scope, tag)) ?? '') };
}

/** Returns one customer, also by the id of one that was merged into it. @throws CustomerNotFound */
export async function getCustomer(app: App, scope: Scope, id: number): Promise<Customer> {
  const found = await store.findCustomer(app.db, scope, id);
  if (!found) throw new CustomerNotFound();
  return wireOf(found);
}

/** Reads the caller's customers among the given ids, keyed by the requested ids, also of merged customers. */
export async function readCustomers(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, Customer>> {
  const found = await store.findMany(app.db, caller, ids);
  return new Map(found.map((row) => [row.askedId, wireOf(row)]));
}

function wireOf(row: store.CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    nationalId: row.nationalId,
    description: row.description,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    creator_avatar: row.creatorAvatar,
    creator_name: row.creatorName,
    tags: row.tags,
    is_archived: row.isArchived,
    ...ownOf(row),
  };
}

/**
 * Returns the ids of a customer: its own, then those of customers that were merged into it. Other tables may refer to
 * any of them.
 * @throws CustomerNotFound
 */
export async function numbersOf(db: Db, scope: Scope, id: number): Promise<number[]> {
  const numbers = await store.findNumbers(db, scope, id);
  if (numbers.length === 0) throw new CustomerNotFound();
  return numbers;
}

/** Locks a customer before a change. @throws CustomerNotFound, CustomerMerged */
export async function lockChangeable(tx: Tx, scope: Scope, id: number): Promise<store.LockedCustomer> {
  const customer = await store.lockCustomer(tx, scope, id);
  if (!customer) throw new CustomerNotFound();
  if (customer.state === store.STATE.merged) throw new CustomerMerged();
  return customer;
}

/** Finds customers for a choice field: by ids, or the first by name that match a keyword. */
export async function lookUp(
  app: App,
  scope: Scope,
  query: { keyword?: string | undefined; ids?: readonly number[] | undefined; limit?: number | undefined },
): Promise<store.CustomerBrief[]> {
  if (query.ids) return store.findBriefs(app.db, scope, query.ids);
  return store.findByKeyword(app.db, scope, query.keyword ?? '', query.limit ?? 1000);
}

/**
 * Returns the customers named in a request, in its order, locked until the transaction ends.
 * @param field the field of the request that names them
 * @throws InvalidError of that field when one does not exist or is another merchant's
 */
export async function lockCustomers(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  field: string,
): Promise<store.CustomerBrief[]> {
  const found = new Map((await store.lockBriefs(tx, scope, ids)).map((customer) => [customer.id, customer]));
  return ids.map((id) => {
    const customer = found.get(id);
    if (!customer) throw InvalidError.field(field, 'UnknownCustomer');
    return customer;
  });
}

/**
 * Adds a customer.
 * @throws CustomerDuplicate naming every field that another customer already has; MerchantReferenceTaken
 */
export function createCustomer(
  app: App,
  caller: Caller,
  form: CustomerFormValues,
): Promise<{ id: number; name: string }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const own = newOwn(form);
    await claimReference(tx, 'customers', caller, own);
    const created = await store.insertCustomer(tx, caller, form, own, now);
    // Queried after the refusal, when the competing transaction has committed.
    if (!created) throw new CustomerDuplicate(await store.findTaken(tx, caller, form, null));
    await recordAudit(tx, caller, now, {
      action: 'customer.create',
      subject: `customer:${created.id}`,
      after: { ...form },
    });
    return created;
  });
}

/** Unique keys of the table by the field that they protect. */
const KEYS: Readonly<Record<string, UniqueField>> = {
  customers_email: 'email',
  customers_mobile: 'mobile',
  customers_national_id: 'nationalId',
};

/** Changes a customer's own fields. @throws CustomerNotFound, CustomerMerged, MerchantReferenceTaken */
export const changeOwn = (app: App, caller: Caller, id: number, form: OwnFieldsForm): Promise<void> =>
  setOwnFields(app, caller, CUSTOMERS, id, form);

const CUSTOMERS = {
  table: 'customers',
  noun: 'customer',
  missing: () => new CustomerNotFound(),
  write: async (tx: Tx, caller: Caller, id: number, own: OwnFields, now: Date) => {
    await lockChangeable(tx, caller, id);
    await store.writeOwn(tx, caller, id, own, now);
  },
} as const;

/**
 * Changes a customer.
 * @throws CustomerNotFound, CustomerMerged, CustomerDuplicate, MerchantReferenceTaken: nothing is changed.
 */
export async function updateCustomer(
  app: App,
  caller: Caller,
  id: number,
  form: CustomerFormValues,
): Promise<void> {
  const now = app.clock.now();
  try {
    await transaction(app.db, async (tx) => {
      const { tags: _tags, state: _state, ...before } = await lockChangeable(tx, caller, id);
      const taken = await store.findTaken(tx, caller, form, id);
      if (taken.length > 0) throw new CustomerDuplicate(taken);
      const own = changedBy(form, (await lockOwn(tx, 'customers', caller, id))!);
      await claimReference(tx, 'customers', caller, own, id);
      await store.updateCustomer(tx, caller, id, form, now);
      await store.writeOwn(tx, caller, id, own, now);
      await recordAudit(tx, caller, now, {
        action: 'customer.update',
        subject: `customer:${id}`,
        before,
        after: { ...form },
      });
    });
  } catch (error) {
    // Another request may take the value between the check and the write.
    const field = KEYS[(await refusedKey(app.db, error)) ?? ''];
    throw field ? new CustomerDuplicate([field]) : error;
  }
}
