export const activatePath = '/activate-account';
