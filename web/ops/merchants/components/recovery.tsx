import { type OpsMerchant, ReasonForm } from '@daftar/contract/ops-merchants';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { useAsk } from '../../shared/ask.tsx';
import { useMay } from '../../shared/operator.ts';
import { liftAddresses, liftTwoStep } from '../api.ts';

const LIFT = { TwoStep: liftTwoStep, Addresses: liftAddresses } as const;

/** What may lock the owner out, and how an administrator can lift it. */
export function Recovery({ merchant }: { merchant: OpsMerchant }) {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const since = merchant.owner.two_step_since;
  const lift = (what: 'TwoStep' | 'Addresses') =>
    ask({
      title: t(`recovery.lift${what}Title`, { name: merchant.name }),
      text: t(`recovery.lift${what}Text`, { email: merchant.owner.email }),
      schema: ReasonForm,
      fields: [{ name: 'reason', label: t('recovery.proof'), kind: 'text', help: t('recovery.proofHelp') }],
      submit: t(`recovery.lift${what}`),
      danger: true,
      send: (values) => LIFT[what](merchant.id, values),
    });
  const canTwoStep = may('ops:recover') && since !== null;
  const canAddresses = may('ops:recover') && merchant.is_portal_restricted;
  return (
    <Section
      title={t('recovery.title')}
      actions={
        <>
          {canTwoStep && (
            <Button variant="default" size="compact-sm" onClick={() => lift('TwoStep')}>
              {t('recovery.liftTwoStep')}
            </Button>
          )}
          {canAddresses && (
            <Button variant="default" size="compact-sm" onClick={() => lift('Addresses')}>
              {t('recovery.liftAddresses')}
            </Button>
          )}
        </>
      }
    >
      <Facts
        facts={[
          {
            label: t('recovery.twoStep'),
            value: since ? (
              <>
                {t('recovery.since')} <DateText value={since} style="date" />
              </>
            ) : (
              t('recovery.off')
            ),
          },
          {
            label: t('recovery.addresses'),
            value: t(merchant.is_portal_restricted ? 'recovery.restricted' : 'recovery.everywhere'),
          },
        ]}
      />
      {dialog}
    </Section>
  );
}
