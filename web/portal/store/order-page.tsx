import { type OrderDetails, orders } from '@daftar/contract/orders';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { formatMoney, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Mobile } from '../../ui/mobile.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyFlow } from '../../ui/money-flow.tsx';
import reference from '../../ui/reference.module.css';
import { useRouteParam } from '../../ui/route-param.ts';
import { ordersPath } from '../paths/store.ts';
import { transactionPath } from '../paths/transactions.ts';
import { useLeaveOnFailure } from '../payables/use-leave-on-failure.ts';
import { CustomerName } from '../shared/customer-name.tsx';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { OwnEdit } from '../shared/own-edit.tsx';
import { useOwnFacts } from '../shared/own-facts.tsx';
import { useCan, useMay } from '../shared/permissions.ts';
import { FulfilmentChip, OrderStatusChip } from '../status/orders.tsx';
import { useCashReceived, useOrder, useSetOrderOwn } from './api.ts';
import { OrderFulfilment } from './components/order-fulfilment.tsx';
import { StoreShell } from './components/store-shell.tsx';
import { Thumb } from './components/thumb.tsx';
import classes from './order-page.module.css';

/** `/orders/{orderID}`: one order; leads back to the list if it cannot be loaded. */
export default function OrderPage() {
  const { t } = useTranslation('store');
  const id = useRouteParam('id');
  const { query, isElsewhere } = useEitherMode(useOrder(id), orders.details, { query: { order_number: id } });
  useTitle(query.data?.data.reference);
  useLeaveOnFailure(query.data || isElsewhere ? null : query.error, ordersPath);
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <StoreShell>
      <DetailPage
        title={t('order.one')}
        query={query}
        summary={(order) => ({
          reference: order.reference,
          headline: <Money amount={order.total_value} currency={order.currency} />,
          status: (
            <>
              <OrderStatusChip status={order.status} /> <FulfilmentChip fulfilment={order.fulfilment} />
            </>
          ),
          note: <DateText value={order.creation_date} />,
          actions: <Actions order={order} />,
        })}
      >
        {(order) => <Body order={order} />}
      </DetailPage>
    </StoreShell>
  );
}

function Actions({ order }: { order: OrderDetails }) {
  const { t } = useTranslation(['store', 'common']);
  const locale = useLocale();
  const { run, isPending } = useCashReceived();
  const may = useMay();
  const isDue =
    may('view-order-details') &&
    order.payment === 'delivery' &&
    order.status === 'UNPAID' &&
    order.fulfilment !== 'canceled';
  const ask = async () => {
    const agreed = await confirm({
      title: t('cash.title', { amount: formatMoney(order.amount, order.currency, locale) }),
      text: t('cash.text', { reference: order.reference }),
      confirm: t('cash.confirm'),
    });
    if (agreed) await run({ body: { order_number: order.reference } });
  };
  return (
    <>
      {order.pay_url && <CopyButton value={order.pay_url} label={t('order.copyPay')} wide />}
      {isDue && (
        <Button
          leftSection={<IconCash size={16} aria-hidden />}
          loading={isPending}
          onClick={() => void ask()}
        >
          {t('cash.confirm')}
        </Button>
      )}
    </>
  );
}

function Body({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('store');
  const can = useCan();
  const may = useMay();
  const ownFacts = useOwnFacts();
  const setOwn = useSetOrderOwn();
  const { transaction_id, transaction_reference } = order;
  return (
    <>
      {order.is_short && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('order.short')}>
          {t('order.shortText')}
        </Alert>
      )}
      {order.other_payments.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('order.otherPayments')}>
          {t('order.otherPaymentsText')}
          <ul className={classes.others}>
            {order.other_payments.map((payment) => (
              <li key={payment.transaction_id}>
                {can('view-transaction-details') ? (
                  <Link to={transactionPath(payment.transaction_id)} className={classes.link}>
                    <bdi className={reference.text}>{payment.reference}</bdi>
                  </Link>
                ) : (
                  <bdi className={reference.text}>{payment.reference}</bdi>
                )}
                {' · '}
                <MoneyFlow amount={payment.amount} currency={order.currency} flow="in" />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Section title={t('order.items')}>
        <Items order={order} />
      </Section>
      <OrderFulfilment key={`${order.fulfilment} ${order.note}`} order={order} />
      <Section title={t('order.customer')}>
        <Facts
          facts={[
            {
              label: t('customer.name'),
              value: <CustomerName id={order.customer_id} name={order.customer_name} />,
            },
            { label: t('customer.email'), value: <bdi dir="ltr">{order.customer_email}</bdi> },
            { label: t('customer.phone'), value: <Mobile value={order.customer_phone} /> },
            { label: t('customer.address'), value: <bdi>{order.customer_adress}</bdi>, wide: true },
          ]}
        />
      </Section>
      <Section
        title={t('order.payment')}
        actions={
          may('view-order-details') && (
            <OwnEdit own={order} save={(body) => setOwn.send({ params: { id: order.id }, body })} />
          )
        }
      >
        <Facts
          facts={[
            { label: t('order.way'), value: t(`order.way.${order.payment}`) },
            { label: t('order.paidAt'), value: order.paid_at && <DateText value={order.paid_at} /> },
            { label: t('order.inCash'), value: order.paid_in_cash && t('order.inCashText') },
            {
              label: t('order.transaction'),
              value:
                transaction_id !== null && can('view-transaction-details') ? (
                  <Link to={transactionPath(transaction_id)} className={classes.link}>
                    <bdi className={reference.text}>{transaction_reference}</bdi>
                  </Link>
                ) : (
                  transaction_reference && <bdi className={reference.text}>{transaction_reference}</bdi>
                ),
            },
            ...ownFacts(order),
          ]}
        />
      </Section>
    </>
  );
}

function Items({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('store');
  const locale = useLocale();
  return (
    <>
      <ul className={classes.items}>
        {order.items.map((item) => (
          <li key={item.product_id} className={classes.item}>
            <Thumb url={item.product_image} size={56} />
            <span className={classes.name}>
              <bdi>{item.product_name}</bdi>
              <span className={classes.quiet}>
                <bdi>{formatNumber(item.quantity, locale)}</bdi> ×{' '}
                <Money amount={item.price} currency={order.currency} />
              </span>
            </span>
            <Money amount={(Math.round(item.price * 100) * item.quantity) / 100} currency={order.currency} />
          </li>
        ))}
      </ul>
      <dl className={classes.sums}>
        <div>
          <dt>{t('order.amount')}</dt>
          <dd>
            <Money amount={order.amount} currency={order.currency} />
          </dd>
        </div>
        <div>
          <dt>{t('order.fees')}</dt>
          <dd>
            <Money amount={order.fees} currency={order.currency} />
          </dd>
        </div>
        <div className={classes.total}>
          <dt>{t('order.total')}</dt>
          <dd>
            <Money amount={order.total_value} currency={order.currency} />
          </dd>
        </div>
      </dl>
    </>
  );
}
