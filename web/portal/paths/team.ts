import type { team } from '@daftar/contract/team';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const teamPath = definePath<ListSearchParams<typeof team.users>>('/users-and-roles');
