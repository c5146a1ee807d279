export const customersPath = '/customers';

/** The path of a customer. */
export const customerPath = (id: number | '$id') => `${customersPath}/${id}` as const;
