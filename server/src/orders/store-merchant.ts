import { nameOutside } from '../messages/sender.ts';
import type { Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

/**
 * Finds the recipient of a merchant's order messages and their language: its first user. The name is empty until the
 * merchant is verified.
 */
export async function findMerchant(
  tx: Tx,
  scope: Scope,
): Promise<{ name: string; slug: string; email: string; locale: 'en' | 'ar' }> {
  const [row] = await tx<{ name: string; slug: string; email: string; locale: 'en' | 'ar' }[]>`
    select ${nameOutside(tx)} as name, m.store_slug as slug, m.email,
           coalesce((select u.locale from users u where u.merchant_id = ${scope.merchantId} and u.is_active
                      order by u.id limit 1), 'en') as locale
      from merchants m where m.id = ${scope.merchantId}`;
  return row!;
}
