import type { notifications } from '@daftar/contract/notifications';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const notificationsPath = definePath<ListSearchParams<typeof notifications.history>>('/notifications');
export const preferencesPath = definePath('/notifications/preferences');
