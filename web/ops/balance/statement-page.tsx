import type { MovementRow } from '@daftar/contract/balance';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { MovementsPage } from '../../shared/movements.tsx';
import { useTitle } from '../../shared/title.ts';
import type { FilterField } from '../../ui/filters.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { chargebacksPath } from '../paths/chargebacks.ts';
import { payoutsPath } from '../paths/payouts.ts';
import { settlementsPath } from '../paths/settlements.ts';
import { transactionPath } from '../paths/transactions.ts';
import { useMaySee } from '../shared/operator.ts';
import { saveStatement, useMovements } from './api.ts';

/** `/ops/balance/:id`: every movement of a merchant's balances, as the merchant sees them. */
export default function StatementPage() {
  const { t } = useTranslation(['balance', 'ops']);
  const id = useRouteParam('id');
  const { list, query } = useMovements(id);
  const maySee = useMaySee();
  const [seesPayments, seesPayouts, seesSettlements, seesChargebacks] = [
    maySee('ops:transactions'),
    maySee('ops:payouts'),
    maySee('ops:settlements'),
    maySee('ops:chargebacks'),
  ];
  const mode = list.search.filters.mode === 'test' ? 'test' : 'live';
  const linkOf = useCallback(
    ({ kind, id: of }: NonNullable<MovementRow['subject']>) => {
      const its = { merchant_id: Number(id), id: of, mode } as const;
      if (kind === 'settlement') return seesSettlements ? withSearch(settlementsPath, its) : null;
      if (kind === 'payout') return seesPayouts ? withSearch(payoutsPath, its) : null;
      if (kind === 'chargeback') return seesChargebacks ? withSearch(chargebacksPath, its) : null;
      return seesPayments ? transactionPath(Number(id), of) : null;
    },
    [id, mode, seesPayments, seesPayouts, seesSettlements, seesChargebacks],
  );
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'mode',
      label: t('ops:filter.mode'),
      always: 'live',
      options: [
        { value: 'live', label: t('ops:mode.live') },
        { value: 'test', label: t('ops:mode.test') },
      ],
    },
  ];
  const name = query.data?.data.merchant.name;
  useTitle(name);
  return (
    <MovementsPage
      title={name === undefined ? t('list.title') : t('for', { name })}
      list={list}
      query={query}
      linkOf={linkOf}
      save={(file, signal) => saveStatement(id, file, signal)}
      filters={filters}
      views={null}
    />
  );
}
