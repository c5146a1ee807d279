import type { SalesFigures } from '@daftar/contract/dashboard';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import type { Path } from '../../../ui/path.ts';
import type { SalesMeasure } from '../../paths/dashboard.ts';
import { measured } from '../sales.ts';
import classes from './sales-card.module.css';

interface Row {
  key: string;
  name: string;
  toOf: (measure: SalesMeasure) => Path;
  figures: SalesFigures;
}

/** What the bars show, of all measures; each row leads to its transactions. */
export function SalesTable({ caption, head, rows }: { caption: string; head: string; rows: readonly Row[] }) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={caption}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {(['sales', 'payments', 'rate', 'fees', 'refunded'] as const).map((each) => (
              <th key={each} scope="col" data-align="end">
                {t(`sales.${each}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, toOf, figures }) => {
            const rate = measured('rate', figures);
            return (
              <tr key={key}>
                <th scope="row">
                  <Link to={toOf('sales')} className={classes.link}>
                    {name}
                  </Link>
                </th>
                <td data-align="end">
                  <Money amount={figures.sales} />
                </td>
                <td data-align="end">{formatNumber(figures.paid, locale)}</td>
                <td data-align="end">{rate === null ? '–' : formatPercent(rate, locale)}</td>
                <td data-align="end">
                  <Money amount={figures.fees} />
                </td>
                <td data-align="end">
                  <Money amount={figures.refunded} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
