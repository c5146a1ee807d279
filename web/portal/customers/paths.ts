export const customersPath = '/customers';

/** Where one customer is shown. */
export const customerPath = (id: number): string => `${customersPath}/${id}`;
