import { safeUrl } from '../pages/parts.tsx';
import { type AttemptProps, Cancel, Deadline, Polling, returnOf } from './attempt-parts.tsx';
import { Strip } from './parts.tsx';

/** Seconds until each check after the payer came back; then it ends, and the payer may check by hand. */
const PAUSES = [2, 3, 5, 8, 13, 21];

/**
 * What a page of this state does by itself, as the content of `meta refresh`, so that it needs no script: goes on to the
 * processor's page, or checks whether the payment has arrived. Null when it waits for the payer.
 */
export function refreshOf(
  { attempt, address, isFramed }: Pick<AttemptProps, 'attempt' | 'address'> & { isFramed: boolean },
  { goesOn, checked }: { goesOn: boolean; checked: number | null },
): string | null {
  const { redirect, mayStillBePaid } = attempt;
  // A declined payer may have gone back and paid with another card, whose answer is a moment late.
  const isOpen = redirect !== null || mayStillBePaid;
  if (checked !== null && isOpen) {
    const pause = PAUSES[checked - 1];
    return pause === undefined ? null : `${pause}; url=${returnOf(address)}?n=${checked}`;
  }
  // A processor's page may refuse to be shown inside another: the payer opens it in a window.
  if (!redirect || isFramed) return null;
  const url = safeUrl(redirect.url);
  return goesOn && redirect.method === 'GET' && url ? `0; url=${url}` : null;
}

/** The way to the processor's page. */
function GoOn({ words, view, attempt, isMain }: AttemptProps & { isMain: boolean }) {
  const { redirect } = attempt;
  const url = safeUrl(redirect?.url ?? null);
  if (!redirect || !url) return null;
  const className = isMain ? 'main' : 'second';
  if (redirect.method === 'GET') {
    return (
      <a className={className} href={url} rel="noreferrer" target={view.isFramed ? '_blank' : undefined}>
        {words.t('redirect.goOn')}
      </a>
    );
  }
  return (
    <form method="post" action={url} target={view.isFramed ? '_blank' : undefined}>
      {Object.entries(redirect.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className}>
        {words.t('redirect.goOn')}
      </button>
    </form>
  );
}

/** The payer pays on the processor's page. */
export function Redirect(props: AttemptProps) {
  const { words, view, attempt, payable } = props;
  return (
    <>
      <div className="card">
        <Strip words={words} payable={payable} value={attempt.chargePiastres} currency="EGP" />
        <h1>{words.t('redirect.title')}</h1>
        <p>{words.t(view.isFramed ? 'redirect.window' : 'redirect.text')}</p>
        <GoOn {...props} isMain />
        {view.isFramed ? <Polling {...props} text={words.t('redirect.waiting')} /> : null}
        <Deadline {...props} />
      </div>
      <Cancel {...props} />
    </>
  );
}

/** The payer came back, and the outcome is not known yet. Ends after some checks, whatever happens. */
export function Checking(props: AttemptProps & { checked: number }) {
  const { words, attempt, payable, address, checked } = props;
  const goesOn = checked <= PAUSES.length;
  return (
    <>
      <div className="card">
        <Strip words={words} payable={payable} value={attempt.chargePiastres} currency="EGP" />
        <h1>{words.t(goesOn ? 'checking.title' : 'checking.over.title')}</h1>
        <p className={goesOn ? 'waiting' : undefined} role="status">
          {goesOn ? <span className="pulse" aria-hidden="true" /> : null}
          <span>{words.t(goesOn ? 'checking.text' : 'checking.over.text')}</span>
        </p>
        {goesOn ? null : (
          <a className="main" href={`${returnOf(address)}?n=0`}>
            {words.t('checkNow')}
          </a>
        )}
        <h2>{words.t('checking.unpaid')}</h2>
        <GoOn {...props} isMain={false} />
        <Deadline {...props} />
      </div>
      <Cancel {...props} />
    </>
  );
}
