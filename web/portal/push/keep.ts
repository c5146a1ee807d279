import { type PushDeviceForm, push } from '@daftar/contract/push';
import { ApiError } from '../../ui/errors.ts';
import { call } from '../shared/call.ts';
import { currentSubscription, unsubscribe } from './browser.ts';

/** Storage key of who turned notifications on in this browser. */
const KEY = 'daftar.push-of';

/** What {@link keepTold} depends on. */
export interface Surroundings {
  /** Who turned it on here, if anybody. */
  turnedOnBy: () => string | null;
  subscription: () => Promise<PushDeviceForm | null>;
  isRegistered: () => Promise<boolean>;
  /** Replies whether it is told: not where the person removed it elsewhere. */
  register: (device: PushDeviceForm) => Promise<boolean>;
  unsubscribe: () => Promise<unknown>;
}

/** A person of a merchant, as they are told apart in a browser. */
export const personOf = ({ id, business_account_id }: { id: number; business_account_id: number }) =>
  `${business_account_id}:${id}`;

/** Notes who turned notifications on in this browser; null for nobody. */
export function noteTurnedOn(person: string | null): void {
  try {
    if (person === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, person);
  } catch {
    // Without storage it has to be turned on again after signing in.
  }
}

const HERE: Surroundings = {
  turnedOnBy: () => localStorage.getItem(KEY),
  subscription: currentSubscription,
  isRegistered: async () => (await call(push.devices)).data.devices.some(({ is_current }) => is_current),
  register: (body) =>
    call(push.register, { body }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 400) return false;
        throw error;
      },
    ),
  unsubscribe,
};

/**
 * A device is told for as long as a session. Whoever turned it on here and signs in again keeps it on; a subscription
 * that somebody else left is ended, and so is one that its person removed from another device.
 */
export async function keepTold(person: string, around: Surroundings = HERE): Promise<void> {
  const device = await around.subscription();
  if (device === null) return;
  if (around.turnedOnBy() !== person) await around.unsubscribe();
  else if (!(await around.isRegistered()) && !(await around.register(device))) {
    await around.unsubscribe();
    noteTurnedOn(null);
  }
}
