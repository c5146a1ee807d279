import { PUSH_DEVICES_MAXIMUM } from '@daftar/contract/push';
import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The device does not exist, or is another person's. */
export class DeviceNotFound extends NotFoundError {}

/** 422: not the address of a browser's push service. */
export const notAPushService = () => InvalidError.field('endpoint', 'Invalid');

/** 422: not a key of a browser. */
export const notABrowsersKey = () => InvalidError.field('p256dh', 'Invalid');

/** 400: the person removed the device, and it was not turned on anew, which gives it another address. */
export class DeviceRemoved extends RuleError {
  constructor() {
    super('push.wasRemoved');
  }
}

/** 400: the person has as many devices as can be kept. */
export class TooManyDevices extends RuleError {
  constructor() {
    super('push.tooMany', { count: PUSH_DEVICES_MAXIMUM });
  }
}
