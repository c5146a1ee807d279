import type { opsProcessors } from '@daftar/contract/ops-processors';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const processorsPath = definePath('/processors');

/** The path of an account at a processor. */
export const processorPath = (id: number | '$id') => definePath(`${processorsPath}/${id}`);

export const processorNotificationsPath =
  definePath<ListSearchParams<typeof opsProcessors.notifications>>('/processor-notifications');
