import { useEffect, useMemo } from 'react';
import { loadCatalogues } from '../../shared/locale.ts';
import { useGoTo } from '../../ui/link.tsx';
import { usePart } from '../../ui/use-part.ts';
import { closeSheet, createReader, isTyping, openSheet, useShortcutState } from '../shared/shortcuts.ts';
import { useNav } from './nav.ts';

async function fetchSheet() {
  const [{ ShortcutSheet }] = await Promise.all([import('./shortcut-sheet.tsx'), loadCatalogues('search')]);
  return ShortcutSheet;
}

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
  const Sheet = usePart(fetchSheet, isOpen, closeSheet);
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
  return Sheet && <Sheet opened={isOpen} onClose={closeSheet} />;
}
