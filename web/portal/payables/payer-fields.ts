/** What is asked of a payer, and how they are told. */
export const REQUIRED_FIELDS = ['require_name', 'require_phone', 'require_email', 'require_address'] as const;
export const NOTIFY_FIELDS = ['notify_by_email', 'notify_by_sms'] as const;
/** Names of the channels, for lists. */
export const WAYS = { notify_by_email: 'way.email', notify_by_sms: 'way.sms' } as const;
