/** Whether an account's processor answers, as this process has seen. */
import { ProcessorError } from './errors.ts';
import type { PaymentGateway } from './gateway.ts';
import { type Call, type Measured, measured } from './metrics.ts';

/** So many calls in a row without an answer make an account failing … */
const FAILURES = 5;
/** … for so long; then it is tried again. */
const PAUSE_MILLISECONDS = 30_000;

interface Seen {
  failures: number;
  until: number;
}

/** What a process has seen of the accounts of one database. */
export type Health = Map<number, Seen>;

/** Whether the last calls to an account all went unanswered, a moment ago. */
export function isFailing(seen: Health, accountId: number | null): boolean {
  const account = accountId === null ? undefined : seen.get(accountId);
  return account !== undefined && account.failures >= FAILURES && performance.now() < account.until;
}

/** Measures calls of an account's gateway, and counts those that go unanswered. A refusal is an answer. */
export function watch(seen: Health, account: Measured, gateway: PaymentGateway): PaymentGateway {
  const accountId = account.id;
  async function counted<R>(call: Call, made: Promise<R>): Promise<R> {
    try {
      const answer = await measured(account, call, made);
      seen.delete(accountId);
      return answer;
    } catch (error) {
      if (!(error instanceof ProcessorError) || error.kind !== 'refused') {
        const failures = (seen.get(accountId)?.failures ?? 0) + 1;
        seen.set(accountId, { failures, until: performance.now() + PAUSE_MILLISECONDS });
      }
      throw error;
    }
  }
  return {
    start: (order, signal) => counted('start', gateway.start(order, signal)),
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
