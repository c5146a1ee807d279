import { ErrorSummary, Field, fieldId, Proof } from '../pages/form.tsx';
import { Money } from '../pages/parts.tsx';
import { Notices, type PageOf } from './parts.tsx';

/** The checkout form: contact, delivery address and payment option. */
export function CheckoutPage({ words, view, page }: PageOf<'checkout'>) {
  const { cart, ways, values, errors, codeSentTo, challenge } = page;
  const shared = { words, errors } as const;
  const chosen = ways.find((way) => way === values.payment) ?? ways[0];
  return (
    <div className="page narrow">
      <h1>{words.t('checkout.title')}</h1>
      <Notices words={words} notices={cart.notices} />
      {codeSentTo !== null && Object.keys(errors).length === 0 ? (
        <div className="notice" role="status">
          <p>
            <a href={`#${fieldId('otp')}`}>
              {words.t('confirm.sent')} <bdi dir="ltr">{codeSentTo}</bdi>
            </a>
          </p>
          <p>{words.t('confirm.next')}</p>
        </div>
      ) : null}
      <ErrorSummary words={words} errors={errors} />
      <section className="box-of" aria-labelledby="what">
        <h2 id="what">{words.t('checkout.what')}</h2>
        <ul className="short-lines">
          {cart.lines.map((line) => (
            <li key={line.id}>
              <span>
                {words.number(line.quantity)} × <bdi>{line.name}</bdi>
              </span>
              <Money words={words} value={line.totalPiastres} currency="EGP" />
            </li>
          ))}
        </ul>
        <p className="sum">
          <span>{words.t('total')}</span>
          <Money words={words} value={cart.totalPiastres} currency="EGP" />
        </p>
        <a href={`${view.base}/cart`}>{words.t('checkout.back')}</a>
      </section>
      <form className="form" method="post" action={`${view.base}/checkout`} noValidate>
        <input type="hidden" name="total" value={cart.totalPiastres} />
        <h2>{words.t('checkout.who')}</h2>
        <Field {...shared} name="name" autoComplete="name" check="text" value={values.name} maxLength={120} />
        <Field
          {...shared}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          check="email"
          hint={words.t('hint.email')}
          ltr
          value={values.email}
          maxLength={254}
        />
        <Field
          {...shared}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          check="mobile"
          hint={words.t('hint.phone')}
          ltr
          value={values.phone}
          maxLength={20}
        />
        <Field
          {...shared}
          name="address"
          autoComplete="street-address"
          check="text"
          hint={words.t('hint.address')}
          rows={3}
          value={values.address}
          maxLength={300}
        />
        <fieldset className="ways">
          <legend>{words.t('checkout.how')}</legend>
          {ways.map((way) => (
            <label key={way} className="way">
              <input type="radio" name="payment" value={way} defaultChecked={way === chosen} />
              <span>
                <strong>{words.t(`way.${way}`)}</strong>
                <span className="quiet">{words.t(`way.${way}.hint`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {codeSentTo === null ? null : (
          <section className="box-of" aria-labelledby="confirm">
            <h2 id="confirm">{words.t('confirm.title')}</h2>
            <p>
              {words.t('confirm.sent')} <bdi dir="ltr">{codeSentTo}</bdi>
            </p>
            <Field
              {...shared}
              name="otp"
              inputMode="numeric"
              autoComplete="one-time-code"
              check="otp"
              ltr
              maxLength={12}
            />
          </section>
        )}
        <Proof words={words} challenge={challenge} />
        <button type="submit" className="main">
          {words.t('checkout.place', { amount: words.money(cart.totalPiastres, 'EGP') })}
        </button>
        {codeSentTo === null ? null : (
          // After the main button, so that Enter presses that one.
          <button type="submit" className="second" name="resend" value="1">
            {words.t('confirm.resend')}
          </button>
        )}
        <p className="quiet">{words.t('checkout.kept')}</p>
      </form>
    </div>
  );
}
