import type { requestLog } from '@daftar/contract/request-log';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const requestsPath = definePath<ListSearchParams<typeof requestLog.list>>(
  '/account-settings/requests',
);
export const usagePath = definePath('/account-settings/usage');
