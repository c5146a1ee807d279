import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { type OpsMerchant, ReasonForm, SuspendForm } from '@daftar/contract/ops-merchants';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { Link } from '../../ui/link.tsx';
import { Mobile } from '../../ui/mobile.tsx';
import { Money } from '../../ui/money.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { textKey } from '../../ui/text-key.ts';
import { auditPath } from '../paths/audit.ts';
import { balancePath } from '../paths/balance.ts';
import { feeInvoicesPath } from '../paths/fee-invoices.ts';
import { kycRequestPath } from '../paths/kyc.ts';
import { ledgerPath } from '../paths/ledger.ts';
import { payoutsPath } from '../paths/payouts.ts';
import { settlementsPath } from '../paths/settlements.ts';
import { transactionsPath } from '../paths/transactions.ts';
import { useAsk } from '../shared/ask.tsx';
import { MerchantStatus } from '../shared/cells.tsx';
import { Expiries } from '../shared/documents/expiries.tsx';
import { useMay, useMaySee } from '../shared/operator.ts';
import { References } from '../shared/references.tsx';
import { UnlessWaits, WaitingApprovals } from '../shared/waiting.tsx';
import { askToResume, suspendMerchant, useMerchant } from './api.ts';
import { Rates } from './components/rates.tsx';
import { Recovery } from './components/recovery.tsx';
import { Reserve } from './components/reserve.tsx';
import { Settling } from './components/settling.tsx';
import { Volume } from './components/volume.tsx';

/** `/ops/merchants/:id` */
export default function MerchantPage() {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const id = useRouteParam('id');
  const query = useMerchant(id);
  useTitle(query.data?.data.name);
  return (
    <DetailPage<OpsMerchant>
      title={t('one')}
      query={query}
      summary={(merchant) => ({
        headline: <bdi>{merchant.name}</bdi>,
        status: <MerchantStatus status={merchant.status} />,
        note:
          merchant.status_reason || merchant.merchant_reason ? <Reasons merchant={merchant} /> : undefined,
        actions: <Decide merchant={merchant} />,
      })}
    >
      {(merchant) => (
        <>
          <WaitingApprovals subject={`merchant:${merchant.id}`} />
          <Section title={t('facts')} actions={<Elsewhere merchant={merchant} />}>
            <Facts
              facts={[
                { label: t('ops:column.id'), value: <bdi>{merchant.id}</bdi> },
                { label: t('owner'), value: <bdi>{merchant.owner.name}</bdi> },
                {
                  label: t('ops:column.email'),
                  value: <Email value={merchant.owner.email || merchant.email} />,
                },
                {
                  label: t('ops:column.mobile'),
                  value: <Mobile value={merchant.owner.mobile || merchant.mobile} />,
                },
                {
                  label: t('type'),
                  value:
                    merchant.business_type &&
                    t(textKey('ops-merchants:businessType.', merchant.business_type)),
                },
                { label: t('ops:column.joined'), value: <DateText value={merchant.created_at} /> },
                {
                  label: t('available'),
                  value: <Money amount={merchant.balances.live.available} />,
                },
                { label: t('pending'), value: <Money amount={merchant.balances.live.pending} /> },
              ]}
            />
          </Section>
          <Rates merchant={merchant} />
          <Settling merchant={merchant} />
          <Reserve merchant={merchant} />
          <Volume merchant={merchant} />
          <Expiries merchantId={merchant.id} />
          <Recovery merchant={merchant} />
        </>
      )}
    </DetailPage>
  );
}

/** Why a merchant was rejected or suspended, and what it reads about its suspension. */
function Reasons({ merchant: { status_reason, merchant_reason } }: { merchant: OpsMerchant }) {
  const { t } = useTranslation('ops-merchants');
  return (
    <>
      {status_reason && <References text={status_reason} />}
      {merchant_reason && (
        <div>
          {t('merchantReads')} <bdi>{merchant_reason}</bdi>
        </div>
      )}
    </>
  );
}

/** Suspends a merchant, or asks to resume it. */
function Decide({ merchant }: { merchant: OpsMerchant }) {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  if (!may('ops:moderate')) return null;
  const resume = () =>
    ask({
      title: t('resumeTitle', { name: merchant.name }),
      text: `${t('resumeText')} ${t('ops:askApprovalText')}`,
      schema: ReasonForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('ops:askApproval'),
      send: (values) => askToResume(merchant.id, values),
    });
  const suspend = () =>
    ask({
      title: t('suspendTitle', { name: merchant.name }),
      text: t('suspendText'),
      schema: SuspendForm,
      fields: [
        { name: 'reason', label: t('suspendReason'), kind: 'text', help: t('suspendReasonHelp') },
        { name: 'merchant_reason', label: t('merchantReason'), kind: 'text', help: t('merchantReasonHelp') },
      ],
      submit: t('suspend'),
      danger: true,
      send: (values) => suspendMerchant(merchant.id, values),
    });
  return (
    <>
      {merchant.status === MERCHANT_STATUS.suspended ? (
        <UnlessWaits kind="resume" subject={`merchant:${merchant.id}`}>
          <Button onClick={resume}>{t('resume')}</Button>
        </UnlessWaits>
      ) : (
        <Button color="red" variant="light" onClick={suspend}>
          {t('suspend')}
        </Button>
      )}
      {dialog}
    </>
  );
}

/** Links to the merchant in the lists across merchants. */
function Elsewhere({ merchant: { id, has_documents } }: { merchant: OpsMerchant }) {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const maySee = useMaySee();
  const its = { merchant_id: id };
  const places = [
    {
      to: withSearch(transactionsPath, its),
      permission: 'ops:transactions',
      label: t('ops:nav.transactions'),
    },
    { to: withSearch(settlementsPath, its), permission: 'ops:settlements', label: t('ops:nav.settlements') },
    { to: withSearch(payoutsPath, its), permission: 'ops:payouts', label: t('ops:nav.payouts') },
    { to: balancePath(id), permission: 'ops:settlements', label: t('statement') },
    { to: withSearch(feeInvoicesPath, its), permission: 'ops:settlements', label: t('ops:nav.feeInvoices') },
    { to: ledgerPath(id), permission: 'ops:corrections', label: t('ledger') },
    { to: withSearch(auditPath, its), permission: 'ops:audit', label: t('ops:nav.audit') },
  ] as const;
  return (
    <Group gap="xs">
      {has_documents && maySee('ops:kyc') && (
        <Button variant="default" size="compact-sm" component={Link} to={kycRequestPath(id)}>
          {t('ops:documents.title')}
        </Button>
      )}
      {places
        .filter(({ permission }) => maySee(permission))
        .map(({ to, label }) => (
          <Button key={to} variant="default" size="compact-sm" component={Link} to={to}>
            {label}
          </Button>
        ))}
    </Group>
  );
}
