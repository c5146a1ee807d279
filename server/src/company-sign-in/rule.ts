/**
 * Requires the company's account of everybody except a few owners, who can let the others in again if the identity
 * provider fails.
 */
import type { CompanyRuleFormValues, CompanySignIn } from '@daftar/contract/company-sign-in';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { requirePassword } from '../auth/service.ts';
import { endSessionsWithoutCompany } from '../auth/sessions.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { changeTeam, requireAllPowers } from '../team/change.ts';
import { ProveDomainFirst } from './errors.ts';
import { getSettings, HREF, viewOf } from './settings.ts';
import * as store from './store.ts';

/**
 * Turns the requirement of the company's account on or off. The caller must be one of the owners exempt from it, so
 * that at least one password and authenticator are known to work; sessions of everybody else end unless the identity
 * provider opened them.
 * @throws InvalidError 422 on `current_password` or `break_glass`, BeyondYourPermissions, NoProvider,
 * ProveDomainFirst
 */
export async function setRule(
  app: App,
  auth: Auth,
  caller: Caller,
  { required, break_glass: named = [], current_password }: CompanyRuleFormValues,
): Promise<CompanySignIn> {
  requireAllPowers(caller.permissions);
  await requirePassword(app, caller, current_password);
  return changeTeam(app, auth, caller, 'require-two-step', async ({ tx, now, held }) => {
    requireAllPowers(held);
    const inside = { ...app, db: tx };
    const before = await getSettings(inside, caller);
    const breakGlass = [...new Set(named)];
    if (required) {
      if (!before.verifiedAt) throw new ProveDomainFirst();
      const ready = new Set(
        (await store.listOwners(tx, caller)).flatMap((each) => (each.isReady ? [each.id] : [])),
      );
      if (!breakGlass.includes(caller.userId)) throw InvalidError.field('break_glass', 'BreakGlassYourself');
      if (!breakGlass.every((id) => ready.has(id)))
        throw InvalidError.field('break_glass', 'BreakGlassNotReady');
    }
    await store.setRule(tx, caller, required ? { since: before.requiredSince ?? now, breakGlass } : null);
    if (required) await endSessionsWithoutCompany(tx, caller.merchantId, breakGlass, now);
    await recordAudit(tx, caller, now, {
      action: required ? 'company-sign-in.require' : 'company-sign-in.leave-open',
      subject: `merchant:${caller.merchantId}`,
      before: { break_glass: before.breakGlass },
      after: { break_glass: required ? breakGlass : [] },
    });
    await notifyOwners(inside, caller, {
      kind: required ? 'company-sign-in-required' : 'company-sign-in-optional',
      href: HREF,
    });
    return viewOf(inside, caller, await getSettings(inside, caller));
  });
}
