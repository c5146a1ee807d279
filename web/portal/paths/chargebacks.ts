export const chargebacksPath = '/charge-backs';
