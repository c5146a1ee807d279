import type { AttemptView, PayableView, PayView } from '@daftar/contract/checkout';
import type { Words } from '../pages/text.ts';

/** Props of each page of an attempt. */
export interface AttemptProps {
  words: Words;
  view: PayView;
  payable: PayableView;
  attempt: AttemptView;
  merchant: string;
  /** The path of the attempt, below which are its actions and status. */
  address: string;
}

/**
 * The address that asks the processor and then shows the attempt: `/pay/{token}/{attempt}` becomes
 * `/pay/return/{token}/{attempt}`. What says that it checks leads there, not to a page that only knows what we know.
 */
export const returnOf = (address: string) => address.replace(/^\/pay\//, '/pay/return/');

/** The deadline: the moment in words, and the remaining minutes once the script runs. */
export function Deadline({ words, attempt, address }: AttemptProps) {
  return (
    <p className="deadline">
      <span>{words.t('endsAt', { date: words.moment(attempt.expiresAt) })}</span>
      <span className="countdown" data-countdown={attempt.secondsLeft} data-href={address} hidden>
        {words.t('timeLeft')} <b dir="ltr" role="timer" />
      </span>
    </p>
  );
}

/** Cancels the attempt and releases the place it holds. */
export function Cancel({ words, address }: AttemptProps) {
  return (
    <form className="quietly" method="post" action={`${address}/cancel`} data-guard="">
      <button type="submit" className="link" data-busy={words.t('busy')}>
        {words.t('cancel')}
      </button>
    </form>
  );
}

/** Says that the page waits, and shows the next one once the payment's state changes. */
export function Polling({ words, attempt, address, text }: AttemptProps & { text: string }) {
  return (
    <p
      className="waiting"
      role="status"
      data-poll={`${address}/status`}
      data-state={attempt.state}
      data-href={address}
    >
      <span className="pulse" aria-hidden="true" />
      <span>{text}</span>
      <a href={returnOf(address)}>{words.t('checkNow')}</a>
    </p>
  );
}
