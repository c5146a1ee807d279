/** Keyboard shortcuts of one key, which a person may switch off, and the sheet that lists them. */
import { useSyncExternalStore } from 'react';

const KEY = 'daftar.shortcuts';

interface State {
  isOn: boolean;
  /** Whether the sheet is open. */
  isOpen: boolean;
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

let state: State = { isOn: read(), isOpen: false };
const listeners = new Set<() => void>();
function set(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Switches the shortcuts of one key on or off in this browser; Ctrl-K and ⌘-K stay. */
export function switchShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Without storage this holds for this visit.
  }
  set({ isOn });
}

export const openSheet = () => set({ isOpen: true });
export const closeSheet = () => set({ isOpen: false });

export function useShortcutState(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;
const ASCII = /^[\x20-\x7e]$/;

/** The Latin letter of a key: what it types, or what it would on an English keyboard where it types another script. */
export function letterOf({ key, code }: Pick<Pressed, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return ASCII.test(key) ? null : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null);
}

/** Whether it is the key that opens the search, also while something is typed. */
export const isSearchKey = (pressed: Pressed) =>
  (pressed.ctrlKey || pressed.metaKey) && !pressed.altKey && !pressed.shiftKey && letterOf(pressed) === 'k';

/** What a shortcut does; `letter`: that of the screen to go to. */
export type Shortcut =
  | { does: 'search' }
  | { does: 'create' }
  | { does: 'sheet' }
  | { does: 'go'; letter: string };

const PATIENCE_MILLISECONDS = 2000;

function markOf({ key, code, shiftKey }: Pressed): '/' | '?' | null {
  if (key === '/') return '/';
  if (key === '?' || key === '؟') return '?';
  return code === 'Slash' && !ASCII.test(key) ? (shiftKey ? '?' : '/') : null;
}

/** Returns a reader of keys that recognises `g` and a letter, `c`, `/` and `?`; null for any other. */
export function createReader(): (pressed: Pressed & Pick<KeyboardEvent, 'timeStamp'>) => Shortcut | null {
  let since: number | null = null;
  return (pressed) => {
    const waits = since !== null && pressed.timeStamp - since < PATIENCE_MILLISECONDS;
    if (pressed.key === 'Shift') return null;
    since = null;
    if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
    const mark = markOf(pressed);
    if (mark) return { does: mark === '/' ? 'search' : 'sheet' };
    const letter = pressed.shiftKey ? null : letterOf(pressed);
    if (letter === null) return null;
    if (waits) return { does: 'go', letter };
    if (letter === 'g') since = pressed.timeStamp;
    return letter === 'c' ? { does: 'create' } : null;
  };
}

const TYPING = [
  'input:not([type="checkbox"], [type="radio"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  ...['menu', 'listbox', 'dialog', 'alertdialog'].map((role) => `[role="${role}"]`),
].join();

/**
 * Whether keys pressed there mean something else: in a field, a menu or a dialog, or anywhere while a dialog covers the
 * screen, which may have lost the focus.
 */
export const isTyping = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(TYPING) !== null) ||
  document.querySelector('[aria-modal="true"]') !== null;
