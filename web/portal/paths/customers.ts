export const customersPath = '/customers';

/** Where one customer is shown. */
export const customerPath = (id: number | '$id') => `${customersPath}/${id}` as const;
