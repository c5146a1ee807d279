import type { PayPage, PayView } from '@daftar/contract/checkout';
import { OTP_LENGTH } from '@daftar/contract/checkout';
import { ErrorSummary, Field, Proof } from '../pages/form.tsx';
import type { Words } from '../pages/text.ts';
import { type AttemptProps, Cancel, Deadline } from './attempt-parts.tsx';
import { MethodName, Strip } from './parts.tsx';
import { Checking, Redirect } from './redirect-page.tsx';
import { Canceled, Expired, Failed, Succeeded, Unknown } from './result-page.tsx';
import { Awaiting } from './waiting.tsx';

type AttemptPage = Extract<PayPage, { kind: 'attempt' }>;

function Challenge(props: AttemptProps) {
  const { words, attempt, payable, address } = props;
  const busy = words.t('busy');
  return (
    <>
      <div className="card">
        <Strip words={words} payable={payable} value={attempt.chargePiastres} currency="EGP" />
        <h1>{words.t('challenge.title')}</h1>
        <p>{words.t('challenge.text')}</p>
        <p className="quiet">
          <MethodName words={words} attempt={attempt} />
        </p>
        <form method="post" action={`${address}/challenge`} data-guard="">
          <p className="note">{words.t('challenge.note')}</p>
          <button type="submit" className="main" name="result" value="approve" data-busy={busy}>
            {words.t('challenge.approve')}
          </button>
          <button type="submit" className="second" name="result" value="decline" data-busy={busy}>
            {words.t('challenge.decline')}
          </button>
        </form>
        <Deadline {...props} />
      </div>
      <Cancel {...props} />
    </>
  );
}

function Otp(props: AttemptProps & Pick<AttemptPage, 'errors' | 'notice' | 'challenge'>) {
  const { words, view, attempt, payable, address, errors, notice, challenge } = props;
  const amount = words.money(attempt.chargePiastres, 'EGP');
  return (
    <>
      <div className="card">
        <Strip words={words} payable={payable} value={attempt.chargePiastres} currency="EGP" />
        <h1>{words.t('otp.title')}</h1>
        {notice === 'code-sent' ? (
          <p className="note" role="status">
            {words.t('otp.resent')}
          </p>
        ) : null}
        <p>
          {attempt.sentTo ? (
            <>
              {words.t('otp.sent')}{' '}
              <bdi dir="ltr" className="nowrap strong">
                {attempt.sentTo}
              </bdi>
            </>
          ) : (
            words.t('otp.sentNowhere')
          )}
        </p>
        {view.sandbox ? <p className="note">{words.t('otp.sandbox')}</p> : null}
        <form method="post" action={`${address}/otp`} noValidate data-guard="">
          <Field
            words={words}
            errors={errors}
            className="code"
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            check="otp"
            // Long enough for a code pasted with spaces or dashes.
            maxLength={OTP_LENGTH * 2}
            hint={
              // That the last code was wrong says so too.
              attempt.triesLeft === null || errors.otp?.some(({ key }) => key === 'OtpWrong')
                ? undefined
                : words.t('otp.triesLeft', { count: attempt.triesLeft })
            }
            ltr
          />
          <button type="submit" className="main" data-busy={words.t('busy')}>
            {words.t('otp.confirm', { amount })}
          </button>
        </form>
        <form className="resend" method="post" action={`${address}/resend`} data-guard="">
          <Proof words={words} challenge={challenge} />
          <span className="quiet">{words.t('otp.notReceived')}</span>{' '}
          <button
            type="submit"
            className="link"
            data-busy={words.t('busy')}
            data-seconds={attempt.resendSeconds ?? 0}
            data-resend={words.t('otp.resendIn', { time: '%' })}
          >
            {words.t('otp.resend')}
          </button>
          {errors.resend ? <p className="error">{errors.resend.map(words.message).join(' · ')}</p> : null}
        </form>
        <Deadline {...props} />
      </div>
      <Cancel {...props} />
    </>
  );
}

/** The page of a payment in progress, or of its outcome. */
export function AttemptPageBody({ words, view, page }: { words: Words; view: PayView; page: AttemptPage }) {
  const { attempt, payable, errors } = page;
  const props: AttemptProps = {
    words,
    view,
    payable,
    attempt,
    merchant: view.merchant?.name ?? words.t('theMerchant'),
    address: `/pay/${view.token ?? ''}/${attempt.id}`,
  };
  return (
    <main className="page one">
      <ErrorSummary words={words} errors={errors} />
      <State
        {...props}
        errors={errors}
        notice={page.notice}
        challenge={page.challenge}
        checked={page.checked}
      />
    </main>
  );
}

function State(props: AttemptProps & Pick<AttemptPage, 'errors' | 'notice' | 'challenge' | 'checked'>) {
  const { errors, notice, challenge, checked, ...rest } = props;
  const { state, isKnown, method } = props.attempt;
  const isOver = state === 'failed' || state === 'expired';
  if (isOver && !isKnown && method !== 'Kiosk' && method !== 'InstaPay') return <Unknown {...rest} />;
  switch (state) {
    case 'challenge':
      return <Challenge {...rest} />;
    case 'otp':
      return <Otp {...rest} errors={errors} notice={notice} challenge={challenge} />;
    case 'redirect':
      return checked === null ? <Redirect {...rest} /> : <Checking {...rest} checked={checked} />;
    case 'awaiting':
      return <Awaiting {...rest} />;
    case 'succeeded':
      return <Succeeded {...rest} />;
    case 'failed':
      return <Failed {...rest} />;
    case 'canceled':
      return <Canceled {...rest} />;
    case 'expired':
      return <Expired {...rest} />;
  }
}
