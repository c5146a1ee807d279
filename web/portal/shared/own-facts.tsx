import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Fact } from '../../ui/detail-page.tsx';
import classes from './own-facts.module.css';
import type { Own } from './own-values.ts';

/** What the merchant's own software knows it by, as it was given; nothing where nothing was. */
export function useOwnFacts(): (own: Own) => Fact[] {
  const { t } = useTranslation('common');
  return ({ merchant_reference: reference, metadata }) => [
    {
      label: t('own.reference'),
      value: reference && (
        <span className={classes.copied}>
          <bdi className={classes.text}>{reference}</bdi>
          <CopyButton value={reference} label={t('own.copy')} />
        </span>
      ),
    },
    {
      label: t('own.data'),
      value: Object.keys(metadata).length > 0 && <OwnData metadata={metadata} />,
      wide: true,
    },
  ];
}

function OwnData({ metadata }: Pick<Own, 'metadata'>) {
  return (
    <ul className={classes.list}>
      {Object.entries(metadata).map(([key, value]) => (
        <li key={key} className={classes.text}>
          <bdi className={classes.key}>{key}</bdi> <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  );
}
