import type { Db } from '../platform/db/connect.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';

/**
 * Selects the title of a transaction `t`'s source, in the reader's language: an order has no name of its own, and the
 * stored title is in its shopper's language.
 */
export const sourceTitle = (db: Db, locale: Locale) => db`
  case when t.source_kind = 'order' and t.source_reference is not null
    then replace(${translate(locale, 'orders.payableTitle')}::text, '{{reference}}', t.source_reference)
    else t.source_name end`;
