/** The requirements of the contract suite for a processor under test: a stand-in behind its adapter, or the sandbox. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { Logger } from 'pino';
import type { TestContext } from 'vitest';
import type { Mode } from '../../../src/platform/context.ts';
import type { FakeClock } from '../../../src/platform/time/clock.ts';
import type { CardDetails } from '../../../src/processors/card.ts';
import type {
  AccountSettings,
  Adapter,
  MethodCapabilities,
  PaymentGateway,
  RawNotification,
} from '../../../src/processors/gateway.ts';
import { HTTP_LIMITS, httpClient } from '../../../src/processors/http.ts';
import type { BookedPayment, PayerAct, StandIn } from '../../../src/processors/stand-in.ts';

/** A processor to be tested with one method. */
export interface Rig {
  method: PaymentMethodId;
  can: MethodCapabilities;
  /** For a method that collects a card. */
  card?: CardDetails | null;
  /** Starts it with empty books. */
  start(clock: FakeClock): Promise<Tried>;
  /** True: the processor does not report that it refused an accepted refund, which then stays pending. */
  forgetsRefusals?: boolean;
  /** True: the signature of a notification is in its text. */
  signsInText?: boolean;
}

/** A part that not every processor has; a missing one has the reason. */
export type Part<T> = T | { absent: string };

/** Returns a part, or skips the test with the reason why the processor lacks it. */
export function need<T extends object>(context: TestContext, part: Part<T>): T {
  if ('absent' in part) context.skip(part.absent);
  return part as T;
}

/** A running processor, its payers and its books. */
export interface Tried {
  readonly merchantId: number;
  readonly mode: Mode;
  /** Texts that no error and no log line may contain. */
  readonly secrets: readonly string[];
  /** Opens the account, with another notification secret if given. */
  open(log: Logger, notificationSecret?: string): PaymentGateway;
  /** HTTP with its faults, and credentials that may be wrong. */
  readonly wire: Part<Wire>;
  /** The dashboard in which the processor's own people refund. */
  readonly dashboard: Part<{ refund(externalRef: string, piastres: number): Promise<void> }>;
  /** Payers who can pay another amount than requested. */
  readonly otherAmounts: Part<{ pay(externalRef: string, act: 'part' | 'more'): Promise<void> }>;
  /** Plays the payer of an order. */
  act(externalRef: string, act: Exclude<PayerAct, 'part' | 'more'>): Promise<void>;
  /** Lets an order expire at the processor. */
  expire(externalRef: string): Promise<void>;
  /** Sets the result of an order's refunds from now on; `pending` ones end with `decideRefunds`. */
  refundsAre(externalRef: string, answer: 'pending' | 'refused'): Promise<void>;
  decideRefunds(externalRef: string, outcome: 'made' | 'refused'): Promise<void>;
  /** Takes the notifications since the last call, oldest first. */
  takeNotifications(): RawNotification[];
  /** Signs notifications with another secret from now on. */
  rotateNotificationSecret(secret: string): void;
  /** Returns the orders that brought money. */
  books(): Promise<readonly BookedPayment[]>;
  close(): Promise<void>;
}

/** HTTP between the adapter and its processor. */
export interface Wire extends Pick<StandIn, 'url' | 'settings' | 'fail' | 'close'> {
  readonly adapter: Adapter;
  /** The settings with credentials that the processor refuses. */
  readonly wrongSettings: AccountSettings;
  open(log: Logger, settings?: AccountSettings, limits?: typeof HTTP_LIMITS): PaymentGateway;
}

/** An adapter against its stand-in. */
export function atStandIn(
  adapter: Adapter,
  startStandIn: (options: { clock: FakeClock }) => Promise<StandIn>,
  method: PaymentMethodId,
): Rig {
  const can = adapter.methods[method];
  if (!can) throw new Error(`${adapter.name} does not serve method ${method}`);
  const start = async (clock: FakeClock): Promise<Tried> => {
    const standIn = await startStandIn({ clock });
    standIn.notifications = 'kept';
    const { settings } = standIn;
    const open: Wire['open'] = (log, changed = settings, limits = HTTP_LIMITS) =>
      adapter.open(changed, { clock, log, http: httpClient(limits) });
    return {
      merchantId: 7,
      mode: settings.mode,
      secrets: [
        settings.notificationSecret,
        ...secretCredentials(adapter, settings).map(([, value]) => value),
      ],
      open: (log, notificationSecret = settings.notificationSecret) =>
        open(log, { ...settings, notificationSecret }),
      wire: {
        adapter,
        url: standIn.url,
        settings,
        wrongSettings: withWrongCredentials(adapter, settings),
        fail: (call, fault) => standIn.fail(call, fault),
        close: () => standIn.close(),
        open,
      },
      dashboard: { refund: (ref, piastres) => standIn.refundInDashboard(ref, piastres) },
      otherAmounts: { pay: (ref, act) => standIn.act(ref, act) },
      act: (ref, act) => standIn.act(ref, act),
      expire: (ref) => standIn.expire(ref),
      refundsAre: async (_ref, answer) => standIn.refundsAre(answer),
      decideRefunds: async (_ref, outcome) => standIn.decideRefunds(outcome),
      takeNotifications: () => standIn.takeNotifications(),
      rotateNotificationSecret: (secret) => standIn.rotateNotificationSecret(secret),
      books: async () => standIn.books(),
      close: () => standIn.close(),
    };
  };
  return { method, can, start };
}

const secretCredentials = (adapter: Adapter, settings: AccountSettings) =>
  Object.entries(settings.credentials).filter(([key]) => adapter.credentials[key]?.isSecret);

const withWrongCredentials = (adapter: Adapter, settings: AccountSettings): AccountSettings => ({
  ...settings,
  credentials: {
    ...settings.credentials,
    ...Object.fromEntries(
      secretCredentials(adapter, settings).map(([key, value]) => [
        key,
        `${value.slice(0, -1)}${value.endsWith('x') ? 'y' : 'x'}`,
      ]),
    ),
  },
});
