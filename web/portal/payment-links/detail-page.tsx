import { LINK_STATUS, type PaymentLinkDetails, paymentLinks } from '@daftar/contract/payment-links';
import { Button } from '@mantine/core';
import { IconBan, IconCopyPlus, IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DetailPage, Section } from '../../ui/detail-page.tsx';
import { Link, useAsk } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { newPaymentLinkPath, paymentLinksPath } from '../paths/payment-links.ts';
import { newTicketPath } from '../paths/tickets.ts';
import { PayableFacts } from '../payables/payable-facts.tsx';
import { SharePanel } from '../payables/share-panel.tsx';
import { Sums } from '../payables/sums.tsx';
import { useLeaveOnFailure } from '../payables/use-leave-on-failure.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { OwnEdit } from '../shared/own-edit.tsx';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { LinkStatusChip } from '../status/payment-links.tsx';
import { prefetchPaymentLink, usePaymentLink, useSetLinkOwn } from './api.ts';
import { isDecided, useChoiceText, usePriceText } from './components/choice-text.ts';
import { LinkTransactions } from './components/link-transactions.tsx';
import { PaidCount } from './components/paid-count.tsx';
import { useDeactivate } from './components/use-deactivate.tsx';
import classes from './detail-page.module.css';

export const prefetch: PageModule['prefetch'] = ({ params }) => prefetchPaymentLink(params.id ?? '');

export default function PaymentLinkPage() {
  const { t } = useTranslation(['payment-links', 'payables']);
  const id = useRouteParam('id');
  const priceText = usePriceText();
  const choiceText = useChoiceText();
  const { query, isElsewhere } = useEitherMode(usePaymentLink(id), paymentLinks.details, { params: { id } });
  useTitle(query.data?.data.reference);
  useLeaveOnFailure(query.data || isElsewhere ? null : query.error, paymentLinksPath);
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <DetailPage
      title={t('details.title')}
      query={query}
      summary={(link) => ({
        reference: link.reference,
        headline: isDecided(link) ? (
          priceText(link)
        ) : (
          <Money amount={link.total} currency={link.currency.code} />
        ),
        status: <LinkStatusChip status={link.status} />,
        note: <bdi>{link.invoice_name}</bdi>,
        actions: <Actions link={link} />,
      })}
    >
      {(link) => (
        <>
          <div className={classes.top}>
            <Section title={t('share.title')}>
              {link.status === LINK_STATUS.active ? (
                <SharePanel link={{ ...link, decided: isDecided(link) }} />
              ) : (
                <p>{t('share.closed')}</p>
              )}
              <PaidCount link={link} />
            </Section>
            <Section title={t('payables:part.amount')}>
              <Sums sums={{ ...link, converted: null }} code={link.currency.code} rate={link.exchange_rate} />
            </Section>
          </div>
          <PayableFacts
            payable={link}
            actions={<OwnActions link={link} />}
            facts={[
              ...(isDecided(link)
                ? [{ label: t('part.choice'), value: choiceText(link, link.currency.code) }]
                : []),
              { label: t('field.successUrl'), value: addressOf(link.success_url), wide: true },
              { label: t('field.cancelUrl'), value: addressOf(link.cancel_url), wide: true },
            ]}
          />
          <LinkTransactions linkId={link.id} />
        </>
      )}
    </DetailPage>
  );
}

function OwnActions({ link }: { link: PaymentLinkDetails }) {
  const may = useMay();
  const { send } = useSetLinkOwn();
  if (!may('create-pay-link')) return null;
  return <OwnEdit own={link} save={(body) => send({ params: { id: link.id }, body })} />;
}

/** An address as it is; nothing without one. */
const addressOf = (url: string | null) => url && <bdi dir="ltr">{url}</bdi>;

function Actions({ link }: { link: PaymentLinkDetails }) {
  const { t } = useTranslation(['payment-links', 'payables', 'common']);
  const may = useMay();
  const { deactivate, isPending } = useDeactivate();
  const mayDeactivate = link.status === LINK_STATUS.active && may('create-pay-link');
  useAsk('deactivate', true, () => {
    if (mayDeactivate) void deactivate(link);
  });
  return (
    <>
      {link.status !== LINK_STATUS.active && (
        <CopyButton value={link.link} label={t('common:copyLink')} wide />
      )}
      {may('create-ticket') && (
        <Button
          component={Link}
          to={withSearch(newTicketPath, { transaction: link.reference })}
          variant="default"
          leftSection={<IconLifebuoy size={16} aria-hidden />}
        >
          {t('details.ticket')}
        </Button>
      )}
      {may('create-pay-link') && (
        <Button
          component={Link}
          to={withSearch(newPaymentLinkPath, { like: link.id })}
          variant="default"
          leftSection={<IconCopyPlus size={16} aria-hidden />}
        >
          {t('payables:action.duplicate')}
        </Button>
      )}
      {mayDeactivate && (
        <Button
          variant="light"
          color="red"
          leftSection={<IconBan size={16} aria-hidden />}
          loading={isPending}
          onClick={() => void deactivate(link)}
        >
          {t('deactivate.confirm')}
        </Button>
      )}
    </>
  );
}
