import { TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import type { Path } from '../../../ui/path.ts';
import { type OverviewState, useTopMerchants } from '../api.ts';
import classes from '../overview.module.css';
import { FiguresTable } from './figures-table.tsx';

/** The merchants with the largest volume; any other is found by name. */
export function Merchants({ state, pathOf }: { state: OverviewState; pathOf: (id: number) => Path }) {
  const { t } = useTranslation('ops-overview');
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useTopMerchants(state, useDeferredValue(typed));
  return (
    <Section title={t('byMerchant')}>
      <div className={classes.controls}>
        <TextInput
          label={t('merchantName')}
          value={typed}
          maxLength={255}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </div>
      {error && !data ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : (
        data && (
          <FiguresTable
            caption={t('byMerchant')}
            head={t('merchant')}
            rows={data.data.map(({ merchant, figures }) => ({
              key: merchant.id,
              name: merchant.name,
              to: pathOf(merchant.id),
              figures,
            }))}
          />
        )
      )}
    </Section>
  );
}
