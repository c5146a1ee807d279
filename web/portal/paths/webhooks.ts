export const webhooksPath = '/account-settings/webhooks';
