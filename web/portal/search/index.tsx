import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../ui/use-phone.ts';
import type { PageToFind } from './pages.ts';
import classes from './search.module.css';

export type { PageToFind } from './pages.ts';

const SearchPanel = lazy(() => import('./panel.tsx').then((module) => ({ default: module.SearchPanel })));

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The search: a button in the title bar, and Ctrl-K or ⌘-K anywhere. Loaded when first opened. */
export const SearchButton = memo(function SearchButton({ pages }: { pages: readonly PageToFind[] }) {
  const { t } = useTranslation('shell');
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const change = (next: boolean) => {
    if (next) setWanted(true);
    setOpened(next);
  };
  // Also while typing in a field, where the keys have no other meaning.
  useHotkeys([['mod+K', () => change(!opened)]], [], true);
  return (
    <>
      {phone ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('search.open')}
          onClick={() => change(true)}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <UnstyledButton
          className={classes.button}
          aria-label={t('search.open')}
          aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          onClick={() => change(true)}
        >
          <IconSearch size={16} aria-hidden />
          <span>{t('search.open')}</span>
          <Kbd size="xs" dir="ltr" aria-hidden>
            {isMac ? '⌘K' : 'Ctrl K'}
          </Kbd>
        </UnstyledButton>
      )}
      {wanted && (
        <Suspense>
          <SearchPanel opened={opened} onChange={change} pages={pages} />
        </Suspense>
      )}
    </>
  );
});
