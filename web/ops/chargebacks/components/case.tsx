import type { OpsChargebackRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import { CaseHistory } from '../../../shared/case-history.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Money } from '../../../ui/money.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { textKey } from '../../../ui/text-key.ts';
import { MerchantLink, ReferenceLink } from '../../shared/cells.tsx';
import { DocumentView } from '../../shared/documents/document-view.tsx';
import { paymentPath } from '../../shared/payment-path.ts';
import { References } from '../../shared/references.tsx';
import { evidenceAddress, useEvidence } from '../api.ts';
import classes from './case.module.css';

const KINDS: readonly StatusKind[] = ['pending', 'refund', 'success'];

/** The status of a dispute. */
export function ChargebackStatus({ status }: { status: number }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[status] ?? 'closed'}>{t(textKey('chargebackStatus.', status))}</StatusChip>;
}

/** Both sides of a dispute, with the merchant's files. */
export function Case({ row, onClose }: { row: OpsChargebackRow | null; onClose: () => void }) {
  const { t } = useTranslation(['ops-chargebacks', 'ops', 'common', 'messages']);
  return (
    <SideDrawer opened={row !== null} onClose={onClose} width={40} title={row && <bdi>{row.reference}</bdi>}>
      {row && (
        <>
          <Facts
            facts={[
              { label: t('ops:column.status'), value: <ChargebackStatus status={row.status} /> },
              { label: t('ops:column.amount'), value: <Money amount={row.amount} /> },
              { label: t('ops:column.merchant'), value: <MerchantLink merchant={row.merchant} /> },
              { label: t('ops:column.payer'), value: row.name && <bdi>{row.name}</bdi> },
              {
                label: t('transaction'),
                value: <ReferenceLink to={paymentPath(row)}>{row.transaction_reference}</ReferenceLink>,
              },
              {
                label: t('charged'),
                value: row.charged_amount !== row.amount && <Money amount={row.charged_amount} />,
              },
              {
                label: t('refunded'),
                value: row.refunded_amount > 0 && <Money amount={row.refunded_amount} />,
              },
              { label: t('stage'), value: t(`messages:chargebackStage.${row.stage}`) },
              { label: t('caseId'), value: row.case_id && <bdi>{row.case_id}</bdi> },
              { label: t('reasonCode'), value: row.reason_code && <bdi>{row.reason_code}</bdi> },
              { label: t('origin'), value: t(`origin.${row.origin}`) },
              { label: t('due'), value: <DateText value={row.due_date} /> },
              {
                label: t('decided'),
                value: row.decided_at && <DateText value={row.decided_at} />,
              },
              {
                label: t('reason'),
                value: row.reason && <References text={row.reason} mode={row.mode} />,
                wide: true,
              },
              {
                label: t('answer'),
                value: row.answer ? <bdi className={classes.answer}>{row.answer}</bdi> : t('notYet'),
                wide: true,
              },
            ]}
          />
          <h3 className={classes.title}>{t('history')}</h3>
          <CaseHistory steps={row.history} labels={{ due: t('due'), reasonCode: t('reasonCode') }} />
          {row.answer && <Evidence merchantId={row.merchant.id} id={row.id} />}
        </>
      )}
    </SideDrawer>
  );
}

/** The files of the merchant's response. */
function Evidence(params: { merchantId: number; id: number }) {
  const { t } = useTranslation(['ops-chargebacks', 'ops', 'common']);
  const { data, error, refetch } = useEvidence(params);
  const files = data?.data;
  return (
    <section aria-label={t('files')}>
      <h3 className={classes.title}>{t('files')}</h3>
      {error && !files && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!files && !error && <p className={classes.quiet}>{t('common:loading')}</p>}
      {files?.length === 0 && <p className={classes.quiet}>{t('noFiles')}</p>}
      <div className={classes.files}>
        {files?.map((file) => (
          <DocumentView
            key={file.path}
            title={file.name}
            file={file}
            address={evidenceAddress(params, file.path)}
          />
        ))}
      </div>
    </section>
  );
}
