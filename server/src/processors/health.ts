/** Health of an account's processor: its answers as this process observed them. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { ProcessorError } from './errors.ts';
import type { PaymentGateway } from './gateway.ts';
import { type Call, type Measured, measured } from './metrics.ts';
import { countStart } from './starts.ts';

/** Consecutive unanswered calls after which an account counts as failing. */
const FAILURES = 5;
/** Milliseconds until a failing account is tried again. */
const PAUSE_MILLISECONDS = 30_000;

interface Seen {
  failures: number;
  until: number;
}

/** A process's observations of the accounts of one database. */
export type Health = Map<number, Seen>;

/** Returns whether the last calls to an account were recently all unanswered. */
export function isFailing(seen: Health, accountId: number | null): boolean {
  const account = accountId === null ? undefined : seen.get(accountId);
  return account !== undefined && account.failures >= FAILURES && performance.now() < account.until;
}

/** Measures calls of an account's gateway, and counts unanswered ones. A refusal is an answer. */
export function watch(seen: Health, account: Measured, gateway: PaymentGateway): PaymentGateway {
  const accountId = account.id;
  async function counted<R>(call: Call, made: Promise<R>, started?: PaymentMethodId): Promise<R> {
    try {
      const answer = await measured(account, call, made);
      seen.delete(accountId);
      if (started !== undefined) countStart(started, true);
      return answer;
    } catch (error) {
      const isAnswered = error instanceof ProcessorError && error.kind === 'refused';
      if (started !== undefined) countStart(started, isAnswered);
      if (!isAnswered) {
        const failures = (seen.get(accountId)?.failures ?? 0) + 1;
        seen.set(accountId, { failures, until: performance.now() + PAUSE_MILLISECONDS });
      }
      throw error;
    }
  }
  return {
    start: (order, signal) => counted('start', gateway.start(order, signal), order.method),
    ask: (order, signal) => counted('ask', gateway.ask(order, signal)),
    refund: (order, signal) => counted('refund', gateway.refund(order, signal)),
    askRefund: (order, signal) => counted('askRefund', gateway.askRefund(order, signal)),
    isGenuine: (raw) => gateway.isGenuine(raw),
    read: (raw) => gateway.read(raw),
    check: (signal) => gateway.check(signal),
    ...(gateway.cancel
      ? { cancel: (order, signal) => counted('cancel', gateway.cancel!(order, signal)) }
      : {}),
  };
}
