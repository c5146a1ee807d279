import { all } from '../../pages/script/dom.ts';

/** Copies by a selection where the clipboard API is not available. */
function copyBySelection(text: string) {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** Shows the copy buttons and makes them work. */
export function startCopying() {
  for (const button of all<HTMLButtonElement>('[data-copy]')) {
    const words = button.querySelector('span');
    const before = words?.textContent ?? '';
    button.hidden = false;
    button.addEventListener('click', async () => {
      const text = button.dataset.copy ?? '';
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        copyBySelection(text);
        button.focus();
      }
      if (!words) return;
      words.textContent = button.dataset.done ?? '';
      setTimeout(() => {
        words.textContent = before;
      }, 1500);
    });
  }
}

/** Shows the print buttons and makes them work. */
export function startPrinting() {
  for (const button of all<HTMLButtonElement>('[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
}
