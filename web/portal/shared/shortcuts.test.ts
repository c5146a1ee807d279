// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createReader, isSearchKey, isTyping, letterOf } from './shortcuts.ts';

const none = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, timeStamp: 0 };
type Key = readonly [key: string, code: string, init?: Partial<typeof none>];
function pressed(...keys: Key[]) {
  const read = createReader();
  return keys
    .map(([key, code, init], index) => read({ ...none, timeStamp: index, key, code, ...init }))
    .at(-1);
}

test('g and a letter go to a screen, on a Latin keyboard by the letter and on an Arabic one by its place', () => {
  expect(pressed(['g', 'KeyG'], ['t', 'KeyT'])).toEqual({ does: 'go', letter: 't' });
  expect(pressed(['ل', 'KeyG'], ['ف', 'KeyT'])).toEqual({ does: 'go', letter: 't' });
  expect(letterOf({ key: 'a', code: 'KeyQ' })).toBe('a');
  expect(letterOf({ key: ';', code: 'KeyP' })).toBeNull();
});

test('the letter has two seconds, and another key between them ends the wait', () => {
  expect(pressed(['g', 'KeyG'], ['t', 'KeyT', { timeStamp: 1999 }])).toEqual({ does: 'go', letter: 't' });
  expect(pressed(['g', 'KeyG'], ['t', 'KeyT', { timeStamp: 2000 }])).toBeNull();
  expect(pressed(['g', 'KeyG'], ['Escape', 'Escape'], ['t', 'KeyT'])).toBeNull();
  expect(pressed(['g', 'KeyG'], ['t', 'KeyT'], ['t', 'KeyT'])).toBeNull();
});

test('c, / and ? are recognised on both keyboards, not with Ctrl, Alt or ⌘', () => {
  const shiftKey = true;
  expect(pressed(['c', 'KeyC'])).toEqual({ does: 'create' });
  expect(pressed(['ؤ', 'KeyC'])).toEqual({ does: 'create' });
  expect(pressed(['/', 'Slash'])).toEqual({ does: 'search' });
  expect(pressed(['ظ', 'Slash'])).toEqual({ does: 'search' });
  expect(pressed(['?', 'Slash', { shiftKey }])).toEqual({ does: 'sheet' });
  expect(pressed(['Shift', 'ShiftLeft', { shiftKey }], ['؟', 'Slash', { shiftKey }])).toEqual({
    does: 'sheet',
  });
  expect(pressed(['ظ', 'Slash', { shiftKey }])).toEqual({ does: 'sheet' });
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
    expect(pressed(['c', 'KeyC', held])).toBeNull();
    expect(pressed(['g', 'KeyG'], ['c', 'KeyC', held])).toBeNull();
  }
});

test('Ctrl-K and ⌘-K open the search on both keyboards', () => {
  expect(isSearchKey({ ...none, key: 'k', code: 'KeyK', ctrlKey: true })).toBe(true);
  expect(isSearchKey({ ...none, key: 'ن', code: 'KeyK', metaKey: true })).toBe(true);
  expect(isSearchKey({ ...none, key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isSearchKey({ ...none, key: 'k', code: 'KeyK' })).toBe(false);
});

test('keys in a field, a menu or a dialog are not shortcuts; on a button or checkbox they are', () => {
  document.body.innerHTML = `
    <input id="in"><textarea id="in"></textarea><select id="in"></select><div contenteditable><b id="in"></b></div>
    <div role="dialog"><button id="in"></button></div><div role="menu"><a id="in"></a></div>
    <button id="out"></button><input type="checkbox" id="out"><h1 id="out" contenteditable="false"></h1>`;
  const all = (id: string) => [...document.querySelectorAll(`#${id}`)].map(isTyping);
  expect(all('in')).toEqual(Array(6).fill(true));
  expect(all('out')).toEqual(Array(3).fill(false));
  expect(isTyping(document)).toBe(false);
  // A button that had the focus is gone, and the dialog still covers the screen.
  document.body.insertAdjacentHTML('beforeend', '<section role="dialog" aria-modal="true"></section>');
  expect(isTyping(document.body)).toBe(true);
});
