import { chargebackRate, type PaymentFigures, successRate } from '@daftar/contract/ops-overview';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import type { Path } from '../../../ui/path.ts';
import classes from '../overview.module.css';

interface FiguresTableProps {
  caption: string;
  /** The heading of the first column. */
  head: string;
  /** Each links to the payments that it is of. */
  rows: readonly { key: string | number; name: ReactNode; to: Path; figures: PaymentFigures }[];
}

/** Figures by one thing: a method, an account, a merchant or a day. */
export function FiguresTable({ caption, head, rows }: FiguresTableProps) {
  const { t } = useTranslation('ops-overview');
  const locale = useLocale();
  const rate = (share: number | null) => (share === null ? '–' : formatPercent(share * 100, locale));
  if (rows.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={caption}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {(['volume', 'payments', 'fees', 'costs', 'successRate', 'chargebackRate'] as const).map(
              (name) => (
                <th key={name} scope="col" data-align="end">
                  {t(name)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, to, figures }) => (
            <tr key={key}>
              <th scope="row">
                <Link to={to} className={classes.link}>
                  <bdi>{name}</bdi>
                </Link>
              </th>
              <td data-align="end">
                <Money amount={figures.volume} />
              </td>
              <td data-align="end">{formatNumber(figures.paid, locale)}</td>
              <td data-align="end">
                <Money amount={figures.fees} />
              </td>
              <td data-align="end">
                <Money amount={figures.costs} />
              </td>
              <td data-align="end">{rate(successRate(figures))}</td>
              <td data-align="end">{rate(chargebackRate(figures))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
