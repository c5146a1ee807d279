import type { SETTINGS_TABS } from '@daftar/contract/account';
import { definePath } from '../../ui/define-path.ts';
import { withSearch } from '../../ui/path.ts';

type Tab = keyof typeof SETTINGS_TABS;

export const accountPath = definePath<{ tab?: Tab }>('/account-settings');

/** Where a person confirms that a program gets a key; the same as `KEY_REQUEST_PATH`. */
export const keyRequestPath = definePath<{ code?: string }>('/account-settings/key-request');

/** The path of one tab of the account's settings. */
export const accountTabPath = (tab: Tab) => withSearch(accountPath, { tab });
