import { all } from '../../pages/script/dom.ts';
import { validate } from './fields.ts';

/** After this long without a reply the button works again: the server treats a second submission as the same. */
const PATIENCE_MS = 20_000;

/** Buttons that wait for a reply, with their former content. */
const waiting = new Map<HTMLButtonElement, Node[]>();

/** Fields of methods that are not chosen; they stay in the page but are not submitted. */
const held: HTMLInputElement[] = [];

function release() {
  for (const input of held.splice(0)) input.disabled = false;
  for (const [button, before] of waiting) {
    button.disabled = false;
    button.removeAttribute('aria-busy');
    button.replaceChildren(...before);
  }
  waiting.clear();
}

/** Sends one POST per press, and none while a visible field is invalid. */
export function startForms() {
  for (const form of all<HTMLFormElement>('form[data-guard]')) {
    form.addEventListener('submit', (event) => {
      // The page is being left: a second press is the first one again.
      if (waiting.size > 0) {
        event.preventDefault();
        return;
      }
      const pressed = (event as SubmitEvent).submitter;
      // Another total is shown before anything else is asked for.
      const shows = form.hasAttribute('data-anew') || pressed?.getAttribute('name') === 'update';
      const visible = all<HTMLInputElement>(shows ? '[data-priced]' : '[data-check]', form).filter(
        (input) => input.offsetParent,
      );
      const wrong = visible.filter((input) => !validate(input));
      if (wrong[0]) {
        event.preventDefault();
        wrong[0].focus();
        return;
      }
      for (const input of all<HTMLInputElement>('.panel input', form)) {
        if (input.offsetParent || input.disabled) continue;
        input.disabled = true;
        held.push(input);
      }
      const button =
        pressed instanceof HTMLButtonElement && pressed.tabIndex >= 0
          ? pressed
          : form.querySelector<HTMLButtonElement>('button.main, button[type=submit]');
      if (!button) return;
      waiting.set(button, Array.from(button.childNodes));
      // After the form's data was taken, because disabled buttons are not part of it.
      setTimeout(() => {
        button.disabled = true;
        button.setAttribute('aria-busy', 'true');
        button.textContent = button.dataset.busy ?? '';
      });
      setTimeout(release, PATIENCE_MS);
    });
  }
  // Going back finds the page as it was left.
  addEventListener('pageshow', (event) => {
    if (event.persisted) release();
  });
}
