import type { Db } from '../platform/db/connect.ts';

/**
 * Returns SQL for whether a business, whose settings `c` are, requires its company's account; false while the domain
 * is not proven.
 */
export const requiresCompany = (db: Db) =>
  db`(c.required_since is not null and c.domain_verified_at is not null)`;

/**
 * Returns SQL for whether the business of a membership `u` requires a second step: of everybody, or of those who sign
 * in without the company’s account.
 */
export const needsTwoStep = (db: Db) => db`
  ((select m.two_step_required_at is not null from merchants m where m.id = u.merchant_id)
   or exists (select from company_sign_ins c
               where c.merchant_id = u.merchant_id and c.required_since is not null
                 and u.id = any (c.break_glass)))`;
