/** Whether an account's processor answers, as this process has seen. */
import { ProcessorError } from './errors.ts';
import type { PaymentGateway } from './gateway.ts';

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

/** Counts calls of a gateway that go unanswered. A refusal is an answer. */
export function watch(seen: Health, accountId: number, gateway: PaymentGateway): PaymentGateway {
  async function counted<R>(call: Promise<R>): Promise<R> {
    try {
      const answer = await call;
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
    start: (order, signal) => counted(gateway.start(order, signal)),
    ask: (order, signal) => counted(gateway.ask(order, signal)),
    refund: (order, signal) => counted(gateway.refund(order, signal)),
    askRefund: (order, signal) => counted(gateway.askRefund(order, signal)),
    isGenuine: (raw) => gateway.isGenuine(raw),
    read: (raw) => gateway.read(raw),
    check: (signal) => gateway.check(signal),
    ...(gateway.cancel ? { cancel: (order, signal) => counted(gateway.cancel!(order, signal)) } : {}),
  };
}
