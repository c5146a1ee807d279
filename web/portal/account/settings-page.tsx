import { SETTINGS_TABS } from '@daftar/contract/account';
import { Tabs } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useGoTo, useSearchOf } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { accountPath, accountTabPath } from '../paths/account.ts';
import { useMode } from '../shared/mode.ts';
import { useCan } from '../shared/permissions.ts';
import classes from './settings-page.module.css';
import { AddressesTab } from './tabs/addresses-tab.tsx';
import { BrandTab } from './tabs/brand-tab.tsx';
import { BusinessTab } from './tabs/business-tab.tsx';
import { FinancialTab } from './tabs/financial-tab.tsx';
import { KeysTab } from './tabs/keys-tab.tsx';
import { SettingsTab } from './tabs/settings-tab.tsx';
import { StoreTab } from './tabs/store-tab.tsx';

type TabName = keyof typeof SETTINGS_TABS;
const NAMES = Object.keys(SETTINGS_TABS) as TabName[];

const panels: Record<TabName, ComponentType> = {
  business: BusinessTab,
  financial: FinancialTab,
  keys: KeysTab,
  settings: SettingsTab,
  addresses: AddressesTab,
  store: StoreTab,
  brand: BrandTab,
};

/** `/account-settings`: seven tabs, each with its permission; the chosen one is in the address. */
export default function AccountSettingsPage() {
  const { t } = useTranslation('account');
  const can = useCan();
  const mode = useMode();
  const goTo = useGoTo();
  const { tab } = useSearchOf(accountPath);
  const allowed = NAMES.filter((name) => can(SETTINGS_TABS[name]));
  // A tab that was opened stays mounted with its input; the others load nothing.
  const opened = useRef(new Set<TabName>());
  const current = allowed.find((name) => name === tab) ?? allowed[0];
  if (!current) {
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState icon={IconLock} title={t('noTab.title')} text={t('noTab.text')} />
      </>
    );
  }
  opened.current.add(current);
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        value={current}
        onChange={(name) => void goTo(accountTabPath(name as TabName), { replace: true })}
        activateTabWithKeyboard={false}
      >
        <Tabs.List className={classes.tabs ?? ''} aria-label={t('title')}>
          {allowed.map((name) => (
            <Tabs.Tab key={name} value={name} className={classes.tab ?? ''}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {allowed.map((name) => {
          const Panel = panels[name];
          return (
            <Tabs.Panel key={`${name} ${mode}`} value={name} className={classes.panel ?? ''}>
              {opened.current.has(name) && <Panel />}
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </>
  );
}
