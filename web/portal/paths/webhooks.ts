import type { webhooks } from '@daftar/contract/webhooks';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const webhooksPath = definePath<ListSearchParams<typeof webhooks.list>>('/account-settings/webhooks');
