import type { PushDeviceForm } from '@daftar/contract/push';

/**
 * What this browser allows: `not-here` by any means, `install` once the portal is on the home screen (iPhones), `denied`
 * until the person changes it in the browser's settings, `ready` at a press.
 */
export type Allowed = 'not-here' | 'install' | 'denied' | 'ready';

interface Abilities {
  hasWorker: boolean;
  hasPush: boolean;
  isApple: boolean;
  permission: NotificationPermission | null;
}

/** Decides what a browser allows of what it has. */
export function allowedBy({ hasWorker, hasPush, isApple, permission }: Abilities): Allowed {
  if (!hasWorker || !hasPush || permission === null) return isApple ? 'install' : 'not-here';
  return permission === 'denied' ? 'denied' : 'ready';
}

/** What this browser allows. */
export const whatIsAllowed = (): Allowed =>
  allowedBy({
    hasWorker: 'serviceWorker' in navigator,
    hasPush: 'PushManager' in window,
    isApple: /iPhone|iPad/.test(navigator.userAgent),
    permission: 'Notification' in window ? Notification.permission : null,
  });

/** What a subscription says of this browser. */
function formOf(subscription: PushSubscription): PushDeviceForm {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}

const subscribed = async () =>
  'serviceWorker' in navigator
    ? ((await (await navigator.serviceWorker.getRegistration())?.pushManager?.getSubscription()) ?? null)
    : null;

/** This browser's subscription; null without one, or where the person has taken the permission back. */
export async function currentSubscription(): Promise<PushDeviceForm | null> {
  const subscription = await subscribed();
  return subscription && Notification.permission === 'granted' ? formOf(subscription) : null;
}

/**
 * Asks the person, as browsers want only at a press, and subscribes.
 * @returns null when the person said no.
 */
export async function subscribe(publicKey: string): Promise<PushDeviceForm | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  // One under another key, as after a move to another installation, would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  return formOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/** Ends this browser's subscription, if any. */
export async function unsubscribe(): Promise<void> {
  await (await subscribed())?.unsubscribe();
}
