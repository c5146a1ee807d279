import { Icon } from '../pages/icons.tsx';
import { Money, safeUrl } from '../pages/parts.tsx';
import { type AttemptProps, returnOf } from './attempt-parts.tsx';
import { DocumentLinks } from './document-links.tsx';
import { Fact, MethodName, rateOf, Strip, Verdict } from './parts.tsx';

function Return({ words, view, attempt, merchant, main }: AttemptProps & { main?: boolean }) {
  const url = safeUrl(attempt.returnUrl);
  if (!url) return null;
  return (
    <a
      className={main ? 'main' : 'second'}
      href={url}
      rel="noreferrer"
      target={view.isFramed ? '_top' : undefined}
    >
      {words.t('return', { merchant })}
    </a>
  );
}

/** The receipt. */
export function Succeeded(props: AttemptProps) {
  const { words, view, attempt, payable, merchant } = props;
  const foreign = payable.currency !== 'EGP';
  const { payer, uncounted } = attempt;
  const received = attempt.receivedPiastres ?? attempt.chargePiastres;
  return (
    <div className="card receipt">
      <Verdict
        tone={uncounted ? 'calm' : 'good'}
        icon="check"
        title={words.t(uncounted ? 'received.title' : 'succeeded.title')}
      >
        <p className="amount">
          <Money words={words} value={received} currency="EGP" />
        </p>
        {uncounted ? (
          <p>{words.t(`received.${uncounted}`, { merchant })}</p>
        ) : (
          <p className="quiet">{words.t('succeeded.text', { merchant })}</p>
        )}
      </Verdict>
      {view.sandbox || view.mode === 'test' ? (
        <p className="note center">{words.t('succeeded.test')}</p>
      ) : null}
      <h2>{words.t('receipt')}</h2>
      <dl className="facts">
        <Fact label={words.t('receipt.merchant')}>
          <bdi>{merchant}</bdi>
        </Fact>
        <Fact label={words.t('receipt.for')}>
          <bdi>{payable.title}</bdi>
        </Fact>
        {attempt.quantity > 1 ? (
          <Fact label={words.t('field.quantity')}>{words.number(attempt.quantity)}</Fact>
        ) : null}
        {foreign ? (
          <Fact label={words.t('receipt.original')}>
            <Money words={words} value={payable.total} currency={payable.currency} />
          </Fact>
        ) : null}
        {payable.charged ? (
          <Fact label={words.t('receipt.rate')}>
            <bdi>{rateOf(words, payable.currency, payable.charged.rate)}</bdi>
          </Fact>
        ) : null}
        {received === attempt.chargePiastres ? null : (
          <Fact label={words.t('receipt.asked')}>
            <Money words={words} value={attempt.chargePiastres} currency="EGP" />
          </Fact>
        )}
        <Fact label={words.t('amount.paid')} strong>
          <Money words={words} value={received} currency="EGP" />
        </Fact>
        <Fact label={words.t('receipt.method')}>
          <MethodName words={words} attempt={attempt} />
        </Fact>
        {attempt.paidAt ? <Fact label={words.t('receipt.date')}>{words.moment(attempt.paidAt)}</Fact> : null}
        {payer.name || payer.email || payer.phone ? (
          <Fact label={words.t('receipt.payer')}>
            {payer.name ? <bdi>{payer.name}</bdi> : null}
            {[payer.email, payer.phone]
              .filter((line) => line)
              .map((line) => (
                <span key={line} className="line quiet">
                  <bdi dir="ltr">{line}</bdi>
                </span>
              ))}
          </Fact>
        ) : null}
        <Fact label={words.t('receipt.reference')}>
          <bdi dir="ltr" className="select-all">
            {attempt.reference}
          </bdi>
        </Fact>
        <Fact label={words.t('receipt.payableReference')}>
          <bdi dir="ltr" className="select-all">
            {payable.reference}
          </bdi>
        </Fact>
      </dl>
      <div className="actions">
        <Return {...props} main />
        <button type="button" className="second" data-print="" hidden>
          <Icon name="print" /> {words.t('print')}
        </button>
        {attempt.canRetry && !uncounted && view.token ? (
          <a className="second" href={`/pay/${view.token}`}>
            {words.t('payAgain')}
          </a>
        ) : null}
      </div>
      {payable.kind === 'invoice' && view.token ? <DocumentLinks words={words} token={view.token} /> : null}
    </div>
  );
}

/** Offers another attempt; where money may have been taken, checking that comes first. */
function Again(props: AttemptProps) {
  const { words, view, attempt, merchant, address } = props;
  const { isKnown, canRetry } = attempt;
  return (
    <>
      {canRetry ? null : <p className="quiet center">{words.t('noRetry', { merchant })}</p>}
      <div className="actions">
        {isKnown ? null : (
          <a className="main" href={returnOf(address)}>
            {words.t('checkNow')}
          </a>
        )}
        {canRetry ? (
          <a className={isKnown ? 'main' : 'second'} href={`/pay/${view.token ?? ''}`}>
            {words.t(isKnown ? 'tryAgain' : 'notPaid')}
          </a>
        ) : null}
        <Return {...props} />
      </div>
    </>
  );
}

function What({ words, payable, attempt }: AttemptProps) {
  return (
    <>
      <Strip words={words} payable={payable} value={attempt.chargePiastres} currency="EGP" />
      <p className="small-print">
        {words.t('reference')}{' '}
        <bdi dir="ltr" className="select-all">
          {attempt.reference}
        </bdi>
      </p>
    </>
  );
}

/**
 * The attempt is over, but its processor has not said whether money was taken, so paying again may pay twice. A code is
 * paid by hand, so its page says so itself.
 */
export function Unknown(props: AttemptProps) {
  const { words } = props;
  return (
    <div className="card">
      <Verdict tone="calm" icon="clock" title={words.t('unknown.title')}>
        <p>{words.t('unknown.text')}</p>
      </Verdict>
      <What {...props} />
      <div className="actions">
        <a className="second" href={returnOf(props.address)}>
          {words.t('checkNow')}
        </a>
        <Return {...props} />
      </div>
    </div>
  );
}

/** The payment failed: why, and another attempt. */
export function Failed(props: AttemptProps) {
  const { words, attempt } = props;
  return (
    <div className="card">
      <Verdict tone="bad" icon="cross" title={words.t('failed.title')}>
        <p>{words.t(`failure.${attempt.failure ?? 'unknown'}`)}</p>
        <p className="quiet">{words.t(attempt.isKnown ? 'failed.noMoney' : 'unknown.text')}</p>
      </Verdict>
      <What {...props} />
      <Again {...props} />
    </div>
  );
}

/** The payer canceled: another attempt. */
export function Canceled(props: AttemptProps) {
  const { words, attempt } = props;
  return (
    <div className="card">
      <Verdict tone="calm" icon="cross" title={words.t('canceled.title')}>
        <p>
          {words.t('canceled.text')} {words.t(attempt.isKnown ? 'failed.noMoney' : 'canceled.meanwhile')}
        </p>
      </Verdict>
      <What {...props} />
      <Again {...props} />
    </div>
  );
}

/** The attempt expired: another attempt. */
export function Expired(props: AttemptProps) {
  const { words, attempt, merchant } = props;
  // A code may have been paid at the last moment, which is booked, so the page does not say that no money was taken.
  const paidElsewhere = attempt.method === 'Kiosk' || attempt.method === 'InstaPay';
  return (
    <div className="card">
      <Verdict tone="calm" icon="clock" title={words.t('expired.title')}>
        <p>
          {words.t('expired.text')}{' '}
          {paidElsewhere ? words.t('expired.code', { merchant }) : words.t('failed.noMoney')}
        </p>
      </Verdict>
      <What {...props} />
      <Again {...props} />
    </div>
  );
}
