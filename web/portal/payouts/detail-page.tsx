import { type PayoutDetails, type PayoutEventKind, payouts } from '@daftar/contract/payouts';
import {
  IconArrowBackUp,
  IconBuildingBank,
  IconCash,
  IconCheck,
  IconClockOff,
  IconSend,
  IconUserCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section, Timeline, type TimelineItem } from '../../ui/detail-page.tsx';
import linkClasses from '../../ui/link.module.css';
import { Link } from '../../ui/link.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { transactionPath } from '../paths/transactions.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { useCan } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { SimulateMenu } from '../simulator/index.ts';
import { PayoutStateChip } from '../status/payouts.tsx';
import { prefetchPayout, usePayout } from './api.ts';
import classes from './components/columns.module.css';
import { PayoutAmount } from './components/columns.tsx';
import { NextStep } from './components/next-step.tsx';
import { PayoutPanel } from './components/payout-panel.tsx';

export const prefetch: PageModule['prefetch'] = ({ params }) => prefetchPayout(params.id ?? '');

/** `/payouts/:id`: one payout: what to do about it, where the money is, and what happened. */
export default function PayoutPage() {
  const { t } = useTranslation('payouts');
  const id = useRouteParam('id');
  const { query, isElsewhere } = useEitherMode(usePayout(id), payouts.details, { params: { id } });
  const [isAsking, setAsking] = useState(false);
  useTitle(query.data?.data.code);
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <DetailPage
      title={t('details.title')}
      query={query}
      summary={(payout) => ({
        reference: payout.code,
        headline: <PayoutAmount payout={payout} />,
        status: <PayoutStateChip state={payout.state} />,
        note: payout.bank_account === null ? t('byCode') : <bdi>{payout.bank_account}</bdi>,
        actions: <SimulateMenu id={payout.transaction_id} />,
      })}
    >
      {(payout) => (
        <>
          <NextStep payout={payout} onAgain={() => setAsking(true)} />
          <PayoutFacts payout={payout} />
          <Section title={t('history.title')}>
            <History payout={payout} />
          </Section>
          <PayoutPanel opened={isAsking} onClose={() => setAsking(false)} />
        </>
      )}
    </DetailPage>
  );
}

function PayoutFacts({ payout }: { payout: PayoutDetails }) {
  const { t } = useTranslation('payouts');
  const mayOpen = useCan()('view-transaction-details');
  const { bank_account: account, transfer_reference: transfer, bank_reference: reference } = payout;
  const transaction = <bdi dir="ltr">{payout.transaction_reference}</bdi>;
  return (
    <Section title={t('facts.title')}>
      <Facts
        facts={[
          { label: t('facts.account'), value: account && <bdi>{account}</bdi> },
          { label: t('facts.holder'), value: payout.account_name && <bdi>{payout.account_name}</bdi> },
          { label: t('column.people'), value: payout.requested_by && <bdi>{payout.requested_by}</bdi> },
          { label: t('facts.approved'), value: payout.approved_by && <bdi>{payout.approved_by}</bdi> },
          { label: t('column.created'), value: <DateText value={payout.created_at} /> },
          {
            label: t('facts.until'),
            value: (payout.state === 'requested' || payout.state === 'expired') && payout.expires_at && (
              <DateText value={payout.expires_at} />
            ),
          },
          { label: t('facts.sent'), value: payout.sent_at && <DateText value={payout.sent_at} /> },
          { label: t('facts.transfer'), value: transfer && <Copied value={transfer} /> },
          // A bank that names no reference of its own answers with ours.
          {
            label: t('facts.bankReference'),
            value: reference && reference !== transfer && <Copied value={reference} />,
          },
          {
            label: t('facts.transaction'),
            value: mayOpen ? (
              <Link to={transactionPath(payout.transaction_id)} className={linkClasses.link}>
                {transaction}
              </Link>
            ) : (
              transaction
            ),
          },
        ]}
      />
    </Section>
  );
}

/** A reference with a button that copies it. */
function Copied({ value }: { value: string }) {
  const { t } = useTranslation('common');
  return (
    <span className={classes.copied}>
      <bdi dir="ltr" className={classes.words}>
        {value}
      </bdi>
      <CopyButton value={value} label={`${t('copyReference')} ${value}`} />
    </span>
  );
}

const LOOKS: Readonly<Record<PayoutEventKind, Pick<TimelineItem, 'icon' | 'tone'>>> = {
  asked: { icon: IconCash },
  approved: { icon: IconUserCheck, tone: 'good' },
  requested: { icon: IconCash },
  sent: { icon: IconSend },
  'handed-over': { icon: IconCheck, tone: 'good' },
  expired: { icon: IconClockOff, tone: 'bad' },
  returned: { icon: IconArrowBackUp, tone: 'bad' },
};

/** What happened, newest first. */
function History({ payout }: { payout: PayoutDetails }) {
  const { t } = useTranslation('payouts');
  const items = payout.timeline.map(({ kind, at, by }): TimelineItem => {
    const isByBank = kind === 'handed-over' && payout.bank_reference !== null;
    return {
      key: kind,
      title: t(isByBank ? 'event.transferred' : `event.${kind}`),
      at,
      detail: by && <bdi>{by}</bdi>,
      ...LOOKS[kind],
      ...(isByBank ? { icon: IconBuildingBank } : {}),
    };
  });
  return <Timeline items={items.reverse()} />;
}
