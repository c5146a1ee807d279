import { chargebackRate, type PaymentFigures } from '@daftar/contract/ops-overview';
import { successRate } from '@daftar/contract/periods';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import type { Path } from '../../../ui/path.ts';
import { FewRows } from '../../shared/few-rows.tsx';
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
    {
      id: 'volume',
      align: 'end',
      header: t('volume'),
      cell: ({ figures }) => <Money amount={figures.volume} />,
    },
    {
      id: 'payments',
      align: 'end',
      header: t('payments'),
      cell: ({ figures }) => formatNumber(figures.paid, locale),
    },
    { id: 'fees', align: 'end', header: t('fees'), cell: ({ figures }) => <Money amount={figures.fees} /> },
    {
      id: 'costs',
      align: 'end',
      header: t('costs'),
      cell: ({ figures }) => <Money amount={figures.costs} />,
    },
    {
      id: 'successRate',
      align: 'end',
      header: t('successRate'),
      cell: ({ figures }) => rate(successRate(figures)),
    },
    {
      id: 'chargebackRate',
      align: 'end',
      header: t('chargebackRate'),
      cell: ({ figures }) => rate(chargebackRate(figures)),
    },
  ];
  if (rows.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  return (
    <FewRows
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      className={classes.table}
    />
  );
}
