import { chargebackRate, type PaymentFigures } from '@daftar/contract/ops-overview';
import { successRate } from '@daftar/contract/periods';
import { useTranslation } from 'react-i18next';
import { FewCards } from '../../../ui/data-cards.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import type { Path } from '../../../ui/path.ts';
import { usePhone } from '../../../ui/use-phone.ts';
import classes from '../overview.module.css';

interface Line {
  key: string | number;
  name: string;
  /** The payments that it is of. */
  to: Path;
  figures: PaymentFigures;
}

interface FiguresTableProps {
  caption: string;
  /** The heading of the first column. */
  head: string;
  rows: readonly Line[];
}

/** Figures by one thing: a method, an account, a merchant or a day. On a phone each is a card. */
export function FiguresTable({ caption, head, rows }: FiguresTableProps) {
  const { t } = useTranslation('ops-overview');
  const locale = useLocale();
  const phone = usePhone();
  const rate = (share: number | null) => (share === null ? '–' : formatPercent(share * 100, locale));
  const columns: readonly Column<Line>[] = [
    {
      id: 'name',
      header: head,
      card: 'title',
      cell: ({ to, name }) => (
        <Link to={to} className={classes.link}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { id: 'volume', header: t('volume'), cell: ({ figures }) => <Money amount={figures.volume} /> },
    { id: 'payments', header: t('payments'), cell: ({ figures }) => formatNumber(figures.paid, locale) },
    { id: 'fees', header: t('fees'), cell: ({ figures }) => <Money amount={figures.fees} /> },
    { id: 'costs', header: t('costs'), cell: ({ figures }) => <Money amount={figures.costs} /> },
    { id: 'successRate', header: t('successRate'), cell: ({ figures }) => rate(successRate(figures)) },
    {
      id: 'chargebackRate',
      header: t('chargebackRate'),
      cell: ({ figures }) => rate(chargebackRate(figures)),
    },
  ];
  if (rows.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  if (phone) {
    return <FewCards caption={caption} columns={columns} rows={rows} rowName={({ key }) => String(key)} />;
  }
  const [first, ...others] = columns;
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={caption}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {others.map(({ id, header }) => (
              <th key={id} scope="col" data-align="end">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map(({ id, cell }) => (
                <td key={id} data-align="end">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
