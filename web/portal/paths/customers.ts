import type { customers } from '@daftar/contract/customers';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const customersPath = definePath<ListSearchParams<typeof customers.list>>('/customers');

/** The path of a customer. */
export const customerPath = (id: number | '$id') => definePath(`${customersPath}/${id}`);
