import type { events } from '@daftar/contract/events';
import type { webhooks } from '@daftar/contract/webhooks';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const webhooksPath = definePath<ListSearchParams<typeof webhooks.list>>('/account-settings/webhooks');
export const endpointsPath = definePath('/account-settings/webhook-endpoints');
export const eventsPath = definePath<ListSearchParams<typeof events.list>>('/account-settings/events');
