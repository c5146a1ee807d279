import type { TemplateEntry, TemplateForm } from '@daftar/contract/form-templates';
import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type Person = Pick<Caller, 'merchantId' | 'userId'>;

/** A saved template. */
export interface Template {
  id: number;
  userId: number;
  form: TemplateForm;
  name: string;
  values: TemplateEntry['values'];
  isShared: boolean;
  savedBy: string;
}

const columns = (db: Db) => db`
  t.id, t.user_id as "userId", t.form, t.name, t.values, t.is_shared as "isShared",
  (select u.first_name || ' ' || u.last_name from users u
    where u.merchant_id = t.merchant_id and u.id = t.user_id) as "savedBy"`;

/** Lists a person's templates of a form, and the shared ones, by name. */
export async function listTemplates(db: Db, who: Person, form: TemplateForm): Promise<Template[]> {
  return db<Template[]>`
    select ${columns(db)} from form_templates t
    where t.merchant_id = ${who.merchantId} and t.form = ${form} and (t.is_shared or t.user_id = ${who.userId})
    order by t.name_key, t.id`;
}

/** Finds a template available to a person: their own, or a shared one. */
export async function findTemplate(db: Db, who: Person, id: number): Promise<Template | null> {
  const [row] = await db<Template[]>`
    select ${columns(db)} from form_templates t
    where t.merchant_id = ${who.merchantId} and t.id = ${id} and (t.is_shared or t.user_id = ${who.userId})`;
  return row ?? null;
}

/** Serialises saving templates of a business, so that the limit on their number is exact. */
export async function lockTemplates(tx: Tx, { merchantId }: Person): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('form-templates', ${merchantId}::bigint))`;
}

/** Counts a person's own templates, or the shared ones of the business. */
export async function countTemplates(tx: Tx, who: Person, isShared: boolean): Promise<number> {
  const whose = isShared ? tx`t.is_shared` : tx`not t.is_shared and t.user_id = ${who.userId}`;
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from form_templates t where t.merchant_id = ${who.merchantId} and ${whose}`;
  return row!.n;
}

/** Inserts a template. @returns its id; null when its name is taken */
export async function insertTemplate(
  tx: Tx,
  who: Person,
  { form, name, values, is_shared: isShared }: TemplateEntry,
  now: Date,
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into form_templates (merchant_id, user_id, form, name, values, is_shared, created_at)
    values (${who.merchantId}, ${who.userId}, ${form}, ${name}, ${tx.json(values)}, ${isShared}, ${now})
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/** Renames a template, once others are locked out. @returns false, without a change, when the name is taken */
export async function renameTemplate(
  tx: Tx,
  who: Person,
  { id, form, userId, isShared }: Template,
  name: string,
): Promise<boolean> {
  const whose = isShared ? tx`o.is_shared` : tx`not o.is_shared and o.user_id = ${userId}`;
  const renamed = await tx`
    update form_templates t set name = ${name}
    where t.merchant_id = ${who.merchantId} and t.id = ${id}
      and not exists (select from form_templates o
                       where o.merchant_id = t.merchant_id and o.form = ${form} and o.id <> t.id
                         and o.name_key = search_key(${name}) and ${whose})`;
  return renamed.count === 1;
}

/** Deletes a template. */
export async function deleteTemplate(tx: Tx, who: Person, id: number): Promise<void> {
  await tx`delete from form_templates where merchant_id = ${who.merchantId} and id = ${id}`;
}
