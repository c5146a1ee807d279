import type { Db } from '../platform/db/connect.ts';

/** Whether a business, whose settings `c` are, requires its company's account; not while the domain is not proven. */
export const requiresCompany = (db: Db) =>
  db`(c.required_since is not null and c.domain_verified_at is not null)`;

/** Whether the business of a membership `u` asks a second step of everybody, or of who does without its company’s account. */
export const needsTwoStep = (db: Db) => db`
  ((select m.two_step_required_at is not null from merchants m where m.id = u.merchant_id)
   or exists (select from company_sign_ins c
               where c.merchant_id = u.merchant_id and c.required_since is not null
                 and u.id = any (c.break_glass)))`;
