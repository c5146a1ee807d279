import type { MovementRow } from '@daftar/contract/balance';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { MovementsPage } from '../../shared/movements.tsx';
import { withSearch } from '../../ui/path.ts';
import { chargebackPath } from '../paths/chargebacks.ts';
import { payoutPath } from '../paths/payouts.ts';
import { settlementsPath } from '../paths/settlements.ts';
import { transactionPath } from '../paths/transactions.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useCan } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchMovements, saveStatement, useMovements } from './api.ts';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchMovements(search);

/** `/balance`: every movement of the balances, and the statement of account. */
export default function BalancePage() {
  const { t } = useTranslation('balance');
  const { list, query } = useMovements();
  const can = useCan();
  const seesPayments = can('view-transaction-details');
  const seesPayouts = can('payout-request-transactions');
  const seesChargebacks = can('view-chargeback-list');
  const linkOf = useCallback(
    ({ kind, id }: NonNullable<MovementRow['subject']>, reference: string) => {
      if (kind === 'settlement') return withSearch(settlementsPath, { reference });
      if (kind === 'chargeback') return seesChargebacks ? chargebackPath(id) : null;
      if (kind === 'payout') return seesPayouts ? payoutPath(id) : null;
      return seesPayments ? transactionPath(id) : null;
    },
    [seesPayments, seesPayouts, seesChargebacks],
  );
  return (
    <MovementsPage
      title={t('list.title')}
      list={list}
      query={query}
      linkOf={linkOf}
      explained
      views={(fields) => <SavedViews search={list.search} fields={fields} />}
      save={can('export-settlements') ? saveStatement : undefined}
    />
  );
}
