import {
  type FormTemplate,
  MAY_SHARE_TEMPLATES,
  TEMPLATE_FORMS,
  TEMPLATES_MAXIMUM,
  type TemplateEntry,
  type TemplateForm,
} from '@daftar/contract/form-templates';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { MayNotShare, TemplateNotFound, TooManyTemplates, templateTaken } from './errors.ts';
import * as store from './store.ts';

/** Requires that the caller may fill in the form of a template. */
function mustFill({ permissions }: Caller, form: TemplateForm): void {
  if (!permissions.has(TEMPLATE_FORMS[form])) throw new TemplateNotFound();
}

/** Lists the caller's templates of a form, and the shared ones. @throws TemplateNotFound */
export async function listTemplates(app: App, caller: Caller, form: TemplateForm): Promise<FormTemplate[]> {
  mustFill(caller, form);
  const templates = await store.listTemplates(app.db, caller, form);
  return templates.map((template) => ({
    id: template.id,
    name: template.name,
    values: template.values,
    is_shared: template.isShared,
    is_mine: template.userId === caller.userId,
    saved_by: template.savedBy,
  }));
}

/**
 * Saves a template.
 * @throws TemplateNotFound, MayNotShare, TooManyTemplates, InvalidError 422 when its name is taken
 */
export function saveTemplate(app: App, caller: Caller, entry: TemplateEntry): Promise<{ id: number }> {
  mustFill(caller, entry.form);
  const { form, name, is_shared: isShared } = entry;
  if (isShared && !caller.permissions.has(MAY_SHARE_TEMPLATES)) throw new MayNotShare();
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockTemplates(tx, caller);
    if ((await store.countTemplates(tx, caller, isShared)) >= TEMPLATES_MAXIMUM) throw new TooManyTemplates();
    const id = await store.insertTemplate(tx, caller, entry, now);
    if (id === null) throw templateTaken();
    if (isShared) {
      const audited = {
        action: 'form-template.share',
        subject: `form-template:${id}` as const,
        after: { form, name },
      };
      await recordAudit(tx, caller, now, audited);
    }
    return { id };
  });
}

/** Finds a template that the caller may change. @throws TemplateNotFound, MayNotShare */
async function mustChange(tx: Tx, caller: Caller, id: number): Promise<store.Template> {
  await store.lockTemplates(tx, caller);
  const template = await store.findTemplate(tx, caller, id);
  if (!template) throw new TemplateNotFound();
  if (template.userId !== caller.userId) {
    mustFill(caller, template.form);
    if (!caller.permissions.has(MAY_SHARE_TEMPLATES)) throw new MayNotShare();
  }
  return template;
}

/** Renames a template. @throws TemplateNotFound, MayNotShare, InvalidError 422 when its name is taken */
export function renameTemplate(app: App, caller: Caller, id: number, name: string): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const template = await mustChange(tx, caller, id);
    if (!(await store.renameTemplate(tx, caller, template, name))) throw templateTaken();
    if (template.isShared) {
      await recordAudit(tx, caller, now, {
        action: 'form-template.rename',
        subject: `form-template:${id}`,
        before: { name: template.name },
        after: { name },
      });
    }
  });
}

/** Deletes a template: the caller's own, or with permission a shared one. @throws TemplateNotFound, MayNotShare */
export function deleteTemplate(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const { form, name, isShared } = await mustChange(tx, caller, id);
    await store.deleteTemplate(tx, caller, id);
    if (isShared) {
      const audited = {
        action: 'form-template.unshare',
        subject: `form-template:${id}` as const,
        before: { form, name },
      };
      await recordAudit(tx, caller, now, audited);
    }
  });
}
