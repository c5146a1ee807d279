import type { ChargebackDetails } from '@daftar/contract/chargebacks';
import { useTranslation } from 'react-i18next';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import classes from './detail.module.css';

/** What the payer's bank and the card network say. */
export function Reason({ row }: { row: ChargebackDetails }) {
  const { t } = useTranslation(['chargebacks', 'messages']);
  const { reason, reason_code: code, network_reason: known, case_id } = row;
  return (
    <Section title={t('said.title')}>
      <Facts
        facts={[
          {
            label: t('drawer.reasonCode'),
            value: known ? (
              <>
                <bdi dir="ltr">{code}</bdi> · {known.name}
              </>
            ) : (
              code && <bdi dir="ltr">{code}</bdi>
            ),
          },
          { label: t('said.network'), value: known && t(`said.network.${known.network}`) },
          { label: t('column.stage'), help: 'stage', value: t(`messages:chargebackStage.${row.stage}`) },
          { label: t('column.caseId'), help: 'case', value: case_id && <bdi>{case_id}</bdi> },
          {
            label: t('drawer.reason'),
            value: reason && <bdi className={classes.answer}>{reason}</bdi>,
            wide: true,
          },
        ]}
      />
      <p className={classes.quiet}>
        {known ? t(`family.${known.family}`) : t(code ? 'said.unknown' : 'said.noCode')}
      </p>
    </Section>
  );
}
