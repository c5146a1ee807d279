import {
  type MethodView,
  type PayerField,
  type PayPage,
  type PayView,
  shownCharges,
} from '@daftar/contract/checkout';
import type { FieldMessages } from '@daftar/contract/validate';
import { Fragment, type ReactNode } from 'react';
import { ErrorSummary, Field, fieldId, Proof } from '../pages/form.tsx';
import { Icon } from '../pages/icons.tsx';
import type { Words } from '../pages/text.ts';
import { Choice } from './choice.tsx';
import { BrandBadge, KNOWN_BRANDS, MethodIcon } from './icons.tsx';
import { Summary } from './summary.tsx';
import { TestCards } from './test-cards.tsx';

type OpenPage = Extract<PayPage, { kind: 'open' }>;

type Panel = 'card' | 'wallet' | 'kiosk' | 'instapay' | 'elsewhere';

/** Methods that ask for the same fields share a panel, so that no field is posted twice. */
function panelOf(method: MethodView): Panel {
  if (method.collects === 'card') return 'card';
  if (method.collects === 'wallet-mobile') return 'wallet';
  if (method.pays === 'redirect') return 'elsewhere';
  return method.code === 'InstaPay' ? 'instapay' : 'kiosk';
}

/** The label of the main button, by the next step. */
function actionOf(words: Words, method: MethodView): string {
  if (method.pays === 'redirect') return words.t('goOn');
  if (method.code === 'Kiosk') return words.t('getCode');
  if (method.code === 'InstaPay') return words.t('getAddress');
  return words.t('payAmount', { amount: words.money(method.chargePiastres, 'EGP') });
}

function PayerFields(props: {
  words: Words;
  asks: PayerField[];
  values: Record<string, string>;
  errors: FieldMessages;
}) {
  const { words, values, errors } = props;
  const common = { words, errors };
  const draw: Record<PayerField, () => ReactNode> = {
    name: () => <Field {...common} name="name" autoComplete="name" check="text" value={values.name} />,
    email: () => (
      <Field
        {...common}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        check="email"
        value={values.email}
        hint={words.t('hint.email')}
        ltr
      />
    ),
    phone: () => (
      <Field
        {...common}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        check="mobile"
        value={values.phone}
        ltr
      />
    ),
    address: () => (
      <Field
        {...common}
        name="address"
        autoComplete="street-address"
        check="text"
        value={values.address}
        rows={2}
      />
    ),
  };
  return (
    <fieldset>
      <legend>{words.t('payer')}</legend>
      {props.asks.map((ask) => (
        <div key={ask}>{draw[ask]()}</div>
      ))}
    </fieldset>
  );
}

/** Card fields have no value: what was typed is never sent back. */
function CardFields({ words, errors }: { words: Words; errors: FieldMessages }) {
  const common = { words, errors };
  return (
    <>
      <Field
        {...common}
        name="card_number"
        inputMode="numeric"
        autoComplete="cc-number"
        check="card"
        maxLength={30}
        ltr
        adornment={
          <span className="brands" data-brands="" aria-hidden="true">
            {KNOWN_BRANDS.map((brand) => (
              <BrandBadge key={brand} brand={brand} />
            ))}
          </span>
        }
      />
      <div className="pair">
        <Field
          {...common}
          name="card_expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          check="expiry"
          maxLength={9}
          hint={words.t('hint.card_expiry')}
          ltr
        />
        <Field
          {...common}
          name="card_cvv"
          inputMode="numeric"
          autoComplete="cc-csc"
          check="cvv"
          maxLength={4}
          hint={words.t('hint.card_cvv')}
          ltr
        />
      </div>
      <Field {...common} name="card_name" autoComplete="cc-name" maxLength={120} />
      <p className="promise">
        <Icon name="shield" size={18} /> {words.t('panel.Card')}
      </p>
    </>
  );
}

/** The fields of each method, or its next step. */
function Panels(props: { words: Words; methods: MethodView[]; page: OpenPage; testCards: boolean }) {
  const { words, methods, page } = props;
  const has = new Set(methods.map(panelOf));
  return (
    <>
      {has.has('card') ? (
        <div className="panel panel-card">
          <CardFields words={words} errors={page.errors} />
          {props.testCards ? <TestCards words={words} /> : null}
        </div>
      ) : null}
      {has.has('wallet') ? (
        <div className="panel panel-wallet">
          <Field
            words={words}
            errors={page.errors}
            name="wallet_mobile"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            check="mobile"
            value={page.values.wallet_mobile}
            hint={words.t('hint.wallet_mobile')}
            ltr
          />
        </div>
      ) : null}
      {has.has('elsewhere') ? <p className="panel panel-elsewhere">{words.t('panel.elsewhere')}</p> : null}
      {has.has('kiosk') ? <p className="panel panel-kiosk">{words.t('panel.Kiosk')}</p> : null}
      {has.has('instapay') ? <p className="panel panel-instapay">{words.t('panel.InstaPay')}</p> : null}
    </>
  );
}

/** Radio buttons and panels are siblings, so that CSS can show a panel after its button. */
function Methods({ words, page, testCards }: { words: Words; page: OpenPage; testCards: boolean }) {
  const { methods, values, errors } = page;
  const chosen = methods.find((method) => String(method.id) === values.method) ?? methods[0];
  return (
    <fieldset>
      <legend>{words.t('methods')}</legend>
      {errors.method ? <p className="error">{errors.method.map(words.message).join(' · ')}</p> : null}
      <div className="methods">
        {methods.map((method, index) => {
          const id = index === 0 ? fieldId('method') : `${fieldId('method')}-${method.id}`;
          return (
            <Fragment key={method.id}>
              <input
                type="radio"
                className={`pick at-${index + 1} id-${method.id} opens-${panelOf(method)}`}
                id={id}
                name="method"
                value={method.id}
                defaultChecked={method === chosen}
              />
              <label className={`method at-${index + 1}`} htmlFor={id}>
                <MethodIcon code={method.code} />
                <span className="method-words">
                  <strong>{words.t(`method.${method.code}`)}</strong>
                  <span className="quiet">{words.t(`methodHint.${method.code}`)}</span>
                </span>
                {method.customerFeePiastres > 0 ? (
                  <span className="fee">
                    {words.t('feeAdded', { fee: words.money(method.customerFeePiastres, 'EGP') })}
                  </span>
                ) : null}
              </label>
            </Fragment>
          );
        })}
        <Panels words={words} methods={methods} page={page} testCards={testCards} />
      </div>
    </fieldset>
  );
}

/** Tells a payer who has paid this before, where it can be paid again, and links the receipt. */
function PaidBefore(props: {
  words: Words;
  paid: NonNullable<OpenPage['paid']>;
  token: string | null;
  merchant: string;
}) {
  const { words, paid, token, merchant } = props;
  const amount = words.money(paid.receivedPiastres, 'EGP');
  return (
    <div className="paid-before" role="status">
      <p>
        <Icon name="check" size={18} />{' '}
        {paid.paidAt
          ? words.t('paidBefore', { amount, date: words.moment(paid.paidAt) })
          : words.t('paidBefore.undated', { amount })}
      </p>
      <p>
        <a href={`/pay/${token ?? ''}/${paid.id}`}>{words.t('paidBefore.receipt')}</a>
        {' · '}
        {paid.uncounted ? words.t(`received.${paid.uncounted}`, { merchant }) : words.t('paidBefore.again')}
      </p>
    </div>
  );
}

/** On a shared device: links to the payment that was started here. */
function UnderWay(props: {
  words: Words;
  underWay: NonNullable<OpenPage['underWay']>;
  token: string | null;
}) {
  const { words, underWay, token } = props;
  const hasCode = underWay.method === 'Kiosk' || underWay.method === 'InstaPay';
  return (
    <p className="paid-before" role="status">
      {words.t(hasCode ? 'underWay.code' : 'underWay')}{' '}
      <a href={`/pay/${token ?? ''}/${underWay.id}`}>{words.t('underWay.see')}</a>
    </p>
  );
}

/** The first page: what is to be paid, and the form that pays it. */
export function OpenPageBody({ words, view, page }: { words: Words; view: PayView; page: OpenPage }) {
  const { payable, methods, asks, errors, values } = page;
  const merchant = view.merchant?.name ?? words.t('theMerchant');
  return (
    <main className="page two">
      <ErrorSummary words={words} errors={errors} />
      {page.notice ? (
        <p className="notice" role="status" tabIndex={-1} data-errors="">
          {words.message(page.notice)}
        </p>
      ) : null}
      {page.paid ? (
        <PaidBefore merchant={merchant} words={words} paid={page.paid} token={view.token} />
      ) : null}
      {page.underWay ? <UnderWay words={words} underWay={page.underWay} token={view.token} /> : null}
      <Summary words={words} payable={payable} methods={methods} token={view.token} />
      {methods.length === 0 ? (
        <div className="card">
          <p>{words.t('noMethods', { merchant })}</p>
        </div>
      ) : (
        <form
          className="card"
          id="pay"
          method="post"
          action={`/pay/${view.token ?? ''}`}
          noValidate
          data-guard=""
        >
          <input type="hidden" name="shown" value={shownCharges(methods)} />
          <input type="hidden" name="form" value={page.form} />
          {payable.choice ? (
            // What Enter presses in any field: paying, not the button that comes first.
            <button type="submit" className="default" tabIndex={-1} aria-hidden="true" />
          ) : null}
          <Proof words={words} challenge={page.challenge} />
          {payable.choice ? (
            <Choice words={words} page={page} choice={payable.choice} token={view.token} />
          ) : null}
          {asks.length > 0 ? <PayerFields words={words} asks={asks} values={values} errors={errors} /> : null}
          <Methods words={words} page={page} testCards={view.sandbox || view.mode === 'test'} />
          {methods
            .filter((method) => method.customerFeePiastres > 0)
            .map((method) => (
              <p key={method.id} className={`charge only only-${method.id}`}>
                {words.t('charge', {
                  amount: words.money(method.chargePiastres, 'EGP'),
                  fee: words.money(method.customerFeePiastres, 'EGP'),
                })}
              </p>
            ))}
          <button type="submit" className="main" data-busy={words.t('busy')}>
            <Icon name="lock" />
            {payable.choice ? <span className="anew">{words.t('choice.show')}</span> : null}
            <span className="any">{words.t('pay')}</span>
            {methods.map((method) => (
              <span key={method.id} className={`only only-${method.id}`}>
                {actionOf(words, method)}
              </span>
            ))}
          </button>
          <p className="hint center">{words.t('terms', { merchant })}</p>
        </form>
      )}
    </main>
  );
}
