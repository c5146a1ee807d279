import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { announceChange } from '../auth/principals.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';

export type Decision = 'approve' | 'reject' | 'suspend';

const statusOf: Record<Decision, number> = {
  approve: MERCHANT_STATUS.live,
  reject: MERCHANT_STATUS.rejected,
  suspend: MERCHANT_STATUS.suspended,
};

/**
 * Moves the status of the merchant that an e-mail address signs in to, writes down who did it, tells the merchant, and
 * takes effect on the very next call.
 * @returns the merchant's name and its status before and after; null when nobody has that address.
 */
export async function moderate(
  app: App,
  decision: Decision,
  email: string,
  options: { actor: string; reason?: string | undefined },
): Promise<{ merchantId: number; businessName: string; before: number; after: number } | null> {
  const after = statusOf[decision];
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const [merchant] = await tx<{ merchantId: number; businessName: string; before: number }[]>`
      select m.id as "merchantId", m.business_name as "businessName", m.status as before
      from logins l join merchants m on m.id = l.merchant_id
      where l.email = ${email.trim().toLowerCase()} for update of m`;
    if (!merchant) return null;
    const { merchantId, before } = merchant;
    await tx`
      update merchants set status = ${after}, status_reason = ${options.reason ?? null}, updated_at = ${now},
             store_slug = coalesce(store_slug, 'store-' || id)
      where id = ${merchantId}`;
    await tx`
      insert into audit_log (merchant_id, at, actor, action, subject, before, after)
      values (${merchantId}, ${now}, ${options.actor}, ${`merchant.${decision}`}, ${`merchant:${merchantId}`},
              ${tx.json({ status: before })}, ${tx.json({ status: after, reason: options.reason ?? null })})`;
    const notification = { kind: `account-${decision}`, params: { reason: options.reason ?? '' } };
    await notify({ ...app, db: tx }, { merchantId, mode: 'live' }, notification);
    // The account is the same in both modes: one e-mail says it.
    await notify({ ...app, db: tx }, { merchantId, mode: 'test' }, { ...notification, email: false });
    await announceChange(tx, { merchantId });
    return { ...merchant, after };
  });
}
