export const accountPath = '/account-settings';

/** Props of a link to one tab of the account's settings. */
export const accountTab = (tab: string) => ({ to: accountPath, search: { tab } as never });
