import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { type Share, slicesOf } from '../shares.ts';
import classes from './methods-card.module.css';

const OUTER = 60;
const INNER = 33;
/** Smaller slices have no label; the table has their percentage. */
const LEAST_LABELLED = 8;

/** The chart, hidden from screen readers, which read the table. */
export function Pie({ shares, total }: { shares: readonly Share[]; total: number }) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  return (
    <svg className={classes.pie} viewBox="-62 -62 124 124" aria-hidden>
      {slicesOf(shares, OUTER, INNER).map(({ path, label, share }) => (
        <g key={share.name}>
          <path
            className={classes.slice}
            data-colour={share.colour}
            data-whole={shares.length === 1 || undefined}
            d={path}
          />
          {share.percent >= LEAST_LABELLED && (
            <text className={classes.percent} x={label.x} y={label.y}>
              {formatPercent(Math.round(share.percent), locale)}
            </text>
          )}
        </g>
      ))}
      <text className={classes.total} y="2">
        {formatNumber(total, locale)}
      </text>
      <text className={classes.word} y="14">
        {t('methods.payments', { count: total })}
      </text>
    </svg>
  );
}
