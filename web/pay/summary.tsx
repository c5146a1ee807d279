import type { MethodView, PayableView } from '@daftar/contract/checkout';
import { Fragment } from 'react';
import { Icon } from '../pages/icons.tsx';
import { Money } from '../pages/parts.tsx';
import type { Words } from '../pages/text.ts';
import { DocumentLinks } from './document-links.tsx';
import { Fact, rateOf } from './parts.tsx';

/** What is to be paid, to whom, and the total. */
export function Summary({
  words,
  payable,
  methods,
  token,
}: {
  words: Words;
  payable: PayableView;
  methods: MethodView[];
  token: string | null;
}) {
  const money = (value: number) => <Money words={words} value={value} currency={payable.currency} />;
  const withFee = methods.filter((method) => method.customerFeePiastres > 0);
  const broken = payable.tax > 0 || payable.fees > 0;
  const pieces = payable.choice?.kind === 'quantity' ? payable.choice : null;
  const detailed =
    pieces !== null || broken || withFee.length > 0 || payable.charged !== null || payable.billTo !== null;
  return (
    <section className="summary" aria-label={words.t('summary')}>
      <p className="eyebrow">
        {words.t(`kind.${payable.kind}`)} · <bdi dir="ltr">{payable.reference}</bdi>
      </p>
      <h1>
        <bdi>{payable.title}</bdi>
      </h1>
      <p className="amount">{money(payable.total)}</p>
      {payable.dueDate ? (
        <p className="due">
          <Icon name="clock" size={18} /> {words.t('due', { date: words.moment(payable.dueDate) })}
        </p>
      ) : null}
      {payable.description && payable.description !== payable.title ? (
        <p className="description">
          <bdi>{payable.description}</bdi>
        </p>
      ) : null}
      {detailed ? (
        <dl className="facts">
          {pieces ? (
            <Fact label={words.t('field.quantity')}>
              {words.number(pieces.chosen)} × {money(pieces.each)}
            </Fact>
          ) : null}
          {broken ? <Fact label={words.t('subtotal')}>{money(payable.subtotal)}</Fact> : null}
          {payable.tax > 0 ? <Fact label={words.t('tax')}>{money(payable.tax)}</Fact> : null}
          {payable.fees > 0 ? <Fact label={words.t('fees')}>{money(payable.fees)}</Fact> : null}
          {broken ? (
            <Fact label={words.t('total')} strong>
              {money(payable.total)}
            </Fact>
          ) : null}
          {payable.charged ? (
            <Fact
              strong
              label={
                <>
                  {words.t('converted')}
                  <span className="rate">
                    <bdi>{rateOf(words, payable.currency, payable.charged.rate)}</bdi>
                  </span>
                </>
              }
            >
              <Money words={words} value={payable.charged.piastres} currency="EGP" />
            </Fact>
          ) : null}
          {withFee.map((method) => (
            <Fragment key={method.id}>
              <Fact label={words.t('methodFee')} only={method.id}>
                <Money words={words} value={method.customerFeePiastres} currency="EGP" />
              </Fact>
              <Fact label={words.t('youPay')} only={method.id} strong>
                <Money words={words} value={method.chargePiastres} currency="EGP" />
              </Fact>
            </Fragment>
          ))}
          {payable.billTo ? (
            <Fact label={words.t('billTo')}>
              <bdi>{payable.billTo.name}</bdi>
              {[payable.billTo.email, payable.billTo.mobile].filter(Boolean).map((line) => (
                <span key={line} className="line quiet">
                  <bdi dir="ltr">{line}</bdi>
                </span>
              ))}
            </Fact>
          ) : null}
        </dl>
      ) : null}
      {payable.kind === 'invoice' && token ? <DocumentLinks words={words} token={token} /> : null}
    </section>
  );
}
