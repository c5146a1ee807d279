import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCatalogues } from '../../shared/locale.ts';
import { usePart } from '../../ui/use-part.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { isSearchKey, useShortcutState } from '../shared/shortcuts.ts';
import type { PageToFind } from './pages.ts';
import classes from './search.module.css';

export type { PageToFind } from './pages.ts';

async function fetchPanel() {
  const [{ SearchPanel }] = await Promise.all([import('./panel.tsx'), loadCatalogues('search')]);
  return SearchPanel;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
/** The keys that open the search, as they are shown. */
export const SEARCH_KEYS = isMac ? '⌘K' : 'Ctrl K';

/** The search: a button in the title bar, and Ctrl-K or ⌘-K anywhere. Loaded when first opened. */
export const SearchButton = memo(function SearchButton({ pages }: { pages: readonly PageToFind[] }) {
  const { t } = useTranslation('shell');
  const phone = usePhone();
  const { isOn } = useShortcutState();
  const keys = `${isMac ? 'Meta' : 'Control'}+K${isOn ? ' /' : ''}`;
  const [opened, setOpened] = useState(false);
  const Panel = usePart(fetchPanel, opened, () => setOpened(false));
  // Also while typing in a field, where the keys have no other meaning.
  useWindowEvent('keydown', (event) => {
    if (!isSearchKey(event)) return;
    event.preventDefault();
    setOpened(!opened);
  });
  return (
    <>
      {phone ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('search.open')}
          aria-keyshortcuts={keys}
          onClick={() => setOpened(true)}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <UnstyledButton
          className={classes.button}
          aria-label={t('search.open')}
          aria-keyshortcuts={keys}
          onClick={() => setOpened(true)}
        >
          <IconSearch size={16} aria-hidden />
          <span>{t('search.open')}</span>
          <Kbd size="xs" dir="ltr" aria-hidden>
            {SEARCH_KEYS}
          </Kbd>
        </UnstyledButton>
      )}
      {Panel && <Panel opened={opened} onChange={setOpened} pages={pages} />}
    </>
  );
});
