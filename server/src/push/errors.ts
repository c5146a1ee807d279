import { PUSH_DEVICES_MAXIMUM } from '@daftar/contract/push';
import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The device does not exist, or belongs to another person. */
export class DeviceNotFound extends NotFoundError {}

/** 422: the URL is not that of a browser's push service. */
export const notAPushService = () => InvalidError.field('endpoint', 'Invalid');

/** 422: the key is not a valid browser key. */
export const notABrowsersKey = () => InvalidError.field('p256dh', 'Invalid');

/** 400: the person removed the device and did not turn it on again, which would give it another URL. */
export class DeviceRemoved extends RuleError {
  constructor() {
    super('push.wasRemoved');
  }
}

/** 400: the person has the maximum number of devices. */
export class TooManyDevices extends RuleError {
  constructor() {
    super('push.tooMany', { count: PUSH_DEVICES_MAXIMUM });
  }
}
