import { CHARGEBACK_STATUS, type ChargebackDetails, chargebacks } from '@daftar/contract/chargebacks';
import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CaseHistory } from '../../shared/case-history.tsx';
import { useTitle } from '../../shared/title.ts';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyFlow } from '../../ui/money-flow.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { Term } from '../../ui/term.tsx';
import { newTicketPath } from '../paths/tickets.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { useNow } from '../shared/time-left.tsx';
import { ChargebackStatusChip } from '../status/chargebacks.tsx';
import { prefetchChargeback, useChargeback } from './api.ts';
import { AnswerForm } from './components/answer-form.tsx';
import { TransactionLink } from './components/columns.tsx';
import classes from './components/detail.module.css';
import { EvidenceList } from './components/evidence.tsx';
import { MoneyOfDispute } from './components/money.tsx';
import { Reason } from './components/reason.tsx';
import { SituationBox } from './components/situation-box.tsx';
import { helpsOf } from './helps.ts';
import { situationOf } from './situation.ts';

export const prefetch: PageModule['prefetch'] = ({ params }) => prefetchChargeback(params.id ?? '');

/** `/charge-backs/:id`: one disputed payment: what is said, what helps, until when, and what becomes of the money. */
export default function ChargebackPage() {
  const { t } = useTranslation('chargebacks');
  const id = useRouteParam('id');
  const may = useMay();
  const { query, isElsewhere } = useEitherMode(useChargeback(id), chargebacks.details, { params: { id } });
  useTitle(query.data?.data.reference);
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <DetailPage
      title={t('details.title')}
      query={query}
      summary={(row) => ({
        reference: row.reference,
        headline: (
          <MoneyFlow amount={row.amount} flow={row.status === CHARGEBACK_STATUS.applied ? 'out' : null} />
        ),
        status: (
          <>
            <ChargebackStatusChip status={row.status} />
            <Term name="chargeback" label={t('details.title')} />
          </>
        ),
        note: row.name && <bdi>{row.name}</bdi>,
        actions: may('create-ticket') && (
          <Button
            component={Link}
            to={withSearch(newTicketPath, { chargeback: row.reference })}
            variant="default"
            leftSection={<IconLifebuoy size={16} aria-hidden />}
          >
            {t('action.support')}
          </Button>
        ),
      })}
    >
      {(row) => <Content row={row} />}
    </DetailPage>
  );
}

function Content({ row }: { row: ChargebackDetails }) {
  const { t } = useTranslation('chargebacks');
  const situation = situationOf(row, useNow());
  const isOpen = situation === 'respond' || situation === 'responded';
  const may = useMay();
  return (
    <>
      <SituationBox row={row} situation={situation} />
      <Reason row={row} />
      {isOpen && <Helps row={row} />}
      {isOpen && may('view-chargeback-list') ? (
        <Section title={t(row.answer ? 'action.change' : 'action.answer')}>
          {/* Another chargeback, or one that goes on in another stage, has a response of its own. */}
          <AnswerForm key={`${row.id}-${row.stage}`} chargeback={row} />
        </Section>
      ) : (
        <Response row={row} />
      )}
      <MoneyOfDispute row={row} />
      <Section title={t('facts.title')}>
        <Facts
          facts={[
            { label: t('column.transaction'), value: <TransactionLink row={row} /> },
            { label: t('column.name'), value: row.name && <bdi>{row.name}</bdi> },
            { label: t('facts.paid'), value: row.paid_at && <DateText value={row.paid_at} /> },
            { label: t('facts.card'), value: row.card && <Card card={row.card} /> },
            { label: t('facts.charged'), value: <Money amount={row.charged_amount} /> },
            {
              label: t('drawer.refunded'),
              value: row.refunded_amount > 0 && <Money amount={row.refunded_amount} />,
            },
            { label: t('column.created'), value: <DateText value={row.created_at} /> },
            { label: t('facts.responded'), value: row.answered_at && <DateText value={row.answered_at} /> },
            { label: t('drawer.decided'), value: row.decided_at && <DateText value={row.decided_at} /> },
          ]}
        />
      </Section>
      <Section title={t('drawer.history')}>
        <CaseHistory
          steps={row.history}
          labels={{ due: t('column.due'), reasonCode: t('drawer.reasonCode') }}
        />
      </Section>
    </>
  );
}

const Card = ({ card: { brand, last4 } }: { card: NonNullable<ChargebackDetails['card']> }) => (
  <bdi dir="ltr" className={classes.card}>
    {brand} •••• {last4}
  </bdi>
);

/** The evidence that helps against this reason. */
function Helps({ row }: { row: ChargebackDetails }) {
  const { t } = useTranslation('chargebacks');
  const family = row.network_reason?.family ?? null;
  return (
    <Section title={t('helps.title')}>
      <p className={classes.quiet}>{t(family === null ? 'helps.any' : 'helps.known')}</p>
      <ul className={classes.helps}>
        {helpsOf(family, row.refunded_amount > 0).map((help) => (
          <li key={help}>
            <strong>{t(`helps.${help}`)}</strong> {t(`helps.${help}.text`)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What was answered, once nothing can be changed any more. */
function Response({ row: { answer, evidence } }: { row: ChargebackDetails }) {
  const { t } = useTranslation('chargebacks');
  return (
    <Section title={t('response.title')}>
      {answer ? (
        <div className={classes.response}>
          <p>
            <bdi className={classes.answer}>{answer}</bdi>
          </p>
          {evidence.length > 0 && <EvidenceList files={evidence} />}
        </div>
      ) : (
        <p className={classes.quiet}>{t('response.none')}</p>
      )}
    </Section>
  );
}
