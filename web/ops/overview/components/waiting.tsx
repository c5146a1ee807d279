import { WAITING_BOUND, WAITING_FILTERS, type WaitingKind } from '@daftar/contract/ops-overview';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { type Path, withSearch } from '../../../ui/path.ts';
import { approvalsPath } from '../../paths/approvals.ts';
import { bankBatchesPath } from '../../paths/bank-statements.ts';
import { bankTransfersPath } from '../../paths/bank-transfers.ts';
import { chargebacksPath } from '../../paths/chargebacks.ts';
import { expiringPath } from '../../paths/expiring.ts';
import { failuresPath } from '../../paths/failures.ts';
import { kycPath } from '../../paths/kyc.ts';
import { payoutsPath } from '../../paths/payouts.ts';
import { processorsPath } from '../../paths/processors.ts';
import { reconciliationPath } from '../../paths/reconciliation.ts';
import { riskReviewsPath } from '../../paths/risk.ts';
import { screeningPath } from '../../paths/screening.ts';
import { settlementsPath } from '../../paths/settlements.ts';
import { ticketsPath } from '../../paths/tickets.ts';
import { unansweredPath } from '../../paths/unanswered.ts';
import { useWaiting } from '../api.ts';
import classes from '../overview.module.css';

const PATHS: Readonly<Record<WaitingKind, Path>> = {
  kyc: kycPath,
  screening: screeningPath,
  reviews: riskReviewsPath,
  approvals: approvalsPath,
  tickets: ticketsPath,
  overdue: ticketsPath,
  refunds: processorsPath,
  discrepancies: processorsPath,
  breaks: reconciliationPath,
  batches: bankBatchesPath,
  payouts: payoutsPath,
  settlements: settlementsPath,
  transfers: bankTransfersPath,
  unanswered: unansweredPath,
  chargebacks: chargebacksPath,
  documents: expiringPath,
  failures: failuresPath,
};

/** What waits for the operator, each with a link to where it is dealt with. */
export function Waiting() {
  const { t } = useTranslation('ops-overview');
  const locale = useLocale();
  const rows = useWaiting().data?.data;
  if (!rows) return null;
  const waiting = rows.filter(({ count }) => count > 0);
  return (
    <Section title={t('waiting')}>
      {waiting.length === 0 ? (
        <p className={classes.quiet}>{t('nothingWaits')}</p>
      ) : (
        <ul className={classes.waiting}>
          {waiting.map(({ kind, count }) => (
            <li key={kind}>
              <Link to={withSearch(PATHS[kind], WAITING_FILTERS[kind] as never)} className={classes.card}>
                <span className={classes.count}>
                  <bdi>
                    {formatNumber(count, locale)}
                    {count >= WAITING_BOUND ? '+' : ''}
                  </bdi>
                </span>
                <span>{t(`waits.${kind}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
