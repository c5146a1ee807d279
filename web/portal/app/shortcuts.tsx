import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { loadCatalogues } from '../../shared/locale.ts';
import { useGoTo } from '../../ui/link.tsx';
import { closeSheet, createReader, isTyping, openSheet, useShortcutState } from '../shared/shortcuts.ts';
import { useNav } from './nav.ts';

const Sheet = lazy(async () => {
  const [{ ShortcutSheet }] = await Promise.all([import('./shortcut-sheet.tsx'), loadCatalogues('search')]);
  return { default: ShortcutSheet };
});

/** Presses the button that names a shortcut, as its own key. */
function pressButton(key: string): void {
  const button = document.querySelector<HTMLElement>(`button[aria-keyshortcuts~="${key}"]`);
  button?.focus();
  button?.click();
}

/** The shortcuts of one key, and their sheet, which is loaded when first opened. */
export function Shortcuts() {
  const goTo = useGoTo();
  const nav = useNav();
  const { isOn, isOpen } = useShortcutState();
  const [wanted, setWanted] = useState(false);
  if (isOpen && !wanted) setWanted(true);
  const read = useMemo(createReader, []);
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isTyping(event.target)) return;
      const shortcut = read(event);
      if (!shortcut) return;
      event.preventDefault();
      if (shortcut.does === 'sheet') openSheet();
      else if (shortcut.does === 'search') pressButton('/');
      else if (shortcut.does === 'create') pressButton('c');
      else {
        const link = nav.find((each) => each.shortcut === shortcut.letter);
        if (link) void goTo(link.path);
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn, nav, goTo, read]);
  return (
    wanted && (
      <Suspense>
        <Sheet opened={isOpen} onClose={closeSheet} />
      </Suspense>
    )
  );
}
