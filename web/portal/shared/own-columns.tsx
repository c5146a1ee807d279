import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import type { Own } from './own-values.ts';

/** Texts by their keys in one line, each in its own direction. */
function Written({ metadata }: Pick<Own, 'metadata'>) {
  return Object.entries(metadata).map(([key, value], at) => (
    <Fragment key={key}>
      {at > 0 && ' · '}
      <bdi>{key}</bdi>: <bdi>{value}</bdi>
    </Fragment>
  ));
}

/** Columns for whoever wants to see what the merchant's own software knows rows by. */
export function useOwnColumns<Row extends Own>(): readonly Column<Row>[] {
  const { t } = useTranslation('common');
  return useMemo<readonly Column<Row>[]>(
    () => [
      ownReferenceColumn<Row>(t('own.reference'), (row) => row.merchant_reference),
      {
        id: 'metadata',
        header: t('own.data'),
        sortBy: false,
        minor: 'chosen',
        card: 'none',
        share: 20,
        skeleton: '8rem',
        cell: ({ metadata }) => <Written metadata={metadata} />,
      },
    ],
    [t],
  );
}

/** The merchant's own number. */
export const ownReferenceColumn = <Row,>(
  header: string,
  referenceOf: (row: Row) => string | null,
): Column<Row> => ({
  id: 'merchant_reference',
  header,
  sortBy: false,
  minor: 'chosen',
  card: 'none',
  share: 14,
  skeleton: '6rem',
  cell: (row) => <bdi>{referenceOf(row)}</bdi>,
});

/** The filter by the merchant's own number, exactly as it was given. */
export function useOwnFilter(): FilterField {
  const { t } = useTranslation('common');
  return { kind: 'text', name: 'merchant_reference', label: t('own.reference'), ltr: true };
}

/** The filters by the merchant's own number and by a value. */
export function useOwnFilters(): readonly FilterField[] {
  const { t } = useTranslation('common');
  return [useOwnFilter(), { kind: 'data', label: t('own.data') }];
}
