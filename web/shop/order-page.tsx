import type { Fulfilment } from '@daftar/contract/orders';
import { Money } from '../pages/parts.tsx';
import { type PageOf, Picture } from './parts.tsx';

const STEPS: readonly Fulfilment[] = ['new', 'prepared', 'shipped', 'delivered'];

/** The follow-up page of an order, whose address only its shopper was given. */
export function OrderPage({ words, view, page }: PageOf<'order'>) {
  const { order, isNew } = page;
  const at = STEPS.indexOf(order.fulfilment);
  return (
    <div className="page narrow">
      {isNew ? (
        <div className="notice good" role="status">
          <p>{words.t('order.thanks')}</p>
        </div>
      ) : null}
      <h1>
        {words.t('order.heading')} <bdi dir="ltr">{order.reference}</bdi>
      </h1>
      <p className="quiet">{words.moment(order.createdAt)}</p>
      <p>
        <strong className={order.isPaid ? 'chip paid' : 'chip'}>
          {words.t(order.isPaid ? 'order.paid' : 'order.unpaid')}
        </strong>
      </p>
      {order.payUrl ? (
        <>
          <p>{words.t(`order.pay.${order.payment}`)}</p>
          <a className="main" href={order.payUrl}>
            {words.t('order.payNow', { amount: words.money(order.totalPiastres, 'EGP') })}
          </a>
        </>
      ) : null}
      {order.fulfilment === 'canceled' ? (
        <p className="notice">{words.t('order.canceled')}</p>
      ) : (
        <ol className="steps" aria-label={words.t('order.steps')}>
          {STEPS.map((step, index) => (
            <li
              key={step}
              data-done={index <= at || undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              {words.t(`step.${step}`)}
            </li>
          ))}
        </ol>
      )}
      <section className="box-of" aria-labelledby="what">
        <h2 id="what">{words.t('checkout.what')}</h2>
        <ul className="lines">
          {order.lines.map((line) => (
            <li key={line.name} className="line">
              <Picture src={line.picture} alt="" />
              <div className="line-words">
                <bdi>{line.name}</bdi>
                <span className="quiet">
                  {words.number(line.quantity)} × {words.money(line.pricePiastres, 'EGP')}
                </span>
              </div>
              <Money words={words} value={line.pricePiastres * line.quantity} currency="EGP" />
            </li>
          ))}
        </ul>
        <p className="sum">
          <span>{words.t('total')}</span>
          <Money words={words} value={order.totalPiastres} currency="EGP" />
        </p>
      </section>
      <section className="box-of" aria-labelledby="where">
        <h2 id="where">{words.t('order.where')}</h2>
        <p>
          <bdi>{order.customer.name}</bdi>
          <br />
          <bdi dir="ltr">{order.customer.phone}</bdi>
          {order.customer.address === '' ? null : (
            <>
              <br />
              <bdi className="text">{order.customer.address}</bdi>
            </>
          )}
        </p>
      </section>
      <p className="quiet">{words.t('order.keep', { email: order.customer.email })}</p>
      <a className="center" href={view.base}>
        {words.t('cart.goOn')}
      </a>
    </div>
  );
}
