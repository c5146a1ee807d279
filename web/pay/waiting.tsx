import { Icon } from '../pages/icons.tsx';
import type { Words } from '../pages/text.ts';
import { type AttemptProps, Cancel, Deadline, Polling } from './attempt-parts.tsx';
import { Strip } from './parts.tsx';

/** A long number in groups, separated by CSS so that copying has no spaces; an address breaks at its @. */
function Grouped({ code }: { code: string }) {
  if (!/^\d{6,}$/.test(code)) {
    const [name, bank] = code.split('@');
    return bank === undefined ? (
      code
    ) : (
      <>
        {name}
        <wbr />@{bank}
      </>
    );
  }
  const size = code.length % 4 === 0 ? 4 : 3;
  const groups = code.match(new RegExp(`\\d{1,${size}}`, 'g')) ?? [code];
  let place = 0;
  return groups.map((group) => {
    place += group.length;
    return (
      <span className="group" key={place}>
        {group}
      </span>
    );
  });
}

function Copyable(props: { words: Words; label: string; value: string; copy: string; className: string }) {
  const { words } = props;
  return (
    <div className={props.className}>
      <span className="quiet">{props.label}</span>
      <span className="copyable">
        <bdi dir="ltr" className={/^\d+$/.test(props.value) ? 'value' : 'value long'}>
          <Grouped code={props.value} />
        </bdi>
        <button
          type="button"
          className="small"
          data-copy={props.value}
          data-done={words.t('copied')}
          aria-label={props.copy}
          hidden
        >
          <Icon name="copy" size={18} /> <span aria-live="polite">{words.t('copy')}</span>
        </button>
      </span>
    </div>
  );
}

/** Where else the code was sent or, if nowhere, how to find this page again. */
function SentTo({ words, to }: { words: Words; to: NonNullable<AttemptProps['attempt']['codeSentTo']> }) {
  const addresses = [to.phone, to.email].filter((each) => each !== undefined);
  if (addresses.length === 0) return <p className="quiet">{words.t('kiosk.keep')}</p>;
  return (
    <p className="quiet">
      {words.t('kiosk.sent')}{' '}
      {addresses.map((each, index) => (
        <span key={each}>
          {index > 0 ? words.t('and') : null}
          <bdi dir="ltr" className="nowrap strong">
            {each}
          </bdi>
        </span>
      ))}
    </p>
  );
}

function Simulate({ words, attempt, address }: AttemptProps) {
  if (!attempt.canSimulate) return null;
  const busy = words.t('busy');
  return (
    <form className="card dashed" method="post" action={`${address}/simulate`} data-guard="">
      <h2>{words.t('simulate')}</h2>
      <p className="quiet">{words.t('simulate.hint')}</p>
      <div className="pair">
        <button type="submit" className="second" name="outcome" value="pay" data-busy={busy}>
          {words.t('simulate.pay')}
        </button>
        <button type="submit" className="second" name="outcome" value="fail" data-busy={busy}>
          {words.t('simulate.fail')}
        </button>
      </div>
    </form>
  );
}

/** A card or wallet payment without an answer: the payer has nothing to do, and paying again may pay twice. */
function AwaitingBank(props: AttemptProps) {
  const { words, attempt, payable } = props;
  const kind = attempt.inWallet ? 'wallet' : 'bank';
  return (
    <>
      <div className="card">
        <Strip words={words} payable={payable} value={attempt.chargePiastres} currency="EGP" />
        <h1>{words.t(`${kind}.title`)}</h1>
        <Polling {...props} text={words.t(`${kind}.text`)} />
      </div>
      <Simulate {...props} />
      <Cancel {...props} />
    </>
  );
}

/** A kiosk code or an InstaPay address to be paid. */
export function Awaiting(props: AttemptProps) {
  const { words, attempt, payable } = props;
  if (attempt.method !== 'Kiosk' && attempt.method !== 'InstaPay') return <AwaitingBank {...props} />;
  const kind = attempt.method === 'InstaPay' ? 'instapay' : 'kiosk';
  const amount = words.money(attempt.chargePiastres, 'EGP');
  return (
    <>
      <div className="card">
        <Strip words={words} payable={payable} value={attempt.chargePiastres} currency="EGP" />
        <h1>{words.t(`${kind}.title`)}</h1>
        {attempt.obsolete ? (
          <p className="note" role="alert">
            <strong>{words.t('obsolete')}</strong> {words.t(`closed.${attempt.obsolete}.title`)}
          </p>
        ) : null}
        {attempt.code ? (
          <Copyable
            words={words}
            className="ticket"
            label={words.t(`${kind}.code`)}
            value={attempt.code}
            copy={words.t(kind === 'kiosk' ? 'copyCode' : 'copyAddress')}
          />
        ) : null}
        {kind === 'instapay' ? (
          <Copyable
            words={words}
            className="also"
            label={words.t('reference')}
            value={attempt.reference}
            copy={words.t('copyReference')}
          />
        ) : null}
        {attempt.codeSentTo ? <SentTo words={words} to={attempt.codeSentTo} /> : null}
        <Polling {...props} text={words.t('waiting')} />
        <h2>{words.t('steps')}</h2>
        <ol className="steps">
          {[1, 2, 3, 4].map((step) => (
            <li key={step}>{words.t(`${kind}.step${step}`, { amount, reference: attempt.reference })}</li>
          ))}
        </ol>
        <Deadline {...props} />
      </div>
      <Simulate {...props} />
      <Cancel {...props} />
    </>
  );
}
