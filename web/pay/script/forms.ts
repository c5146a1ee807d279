import { all } from '../../pages/script/dom.ts';
import { judge } from './fields.ts';

/** After this long without an answer the button works again: the server takes a second post for the same one. */
const PATIENCE_MS = 20_000;

/** Buttons that are waiting for an answer, and what they said before. */
const waiting = new Map<HTMLButtonElement, Node[]>();

/** What the payer typed for a way to pay that is not chosen; it stays in the page and out of the post. */
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
      // The page is leaving already: a second press is the first one again.
      if (waiting.size > 0) {
        event.preventDefault();
        return;
      }
      const visible = all<HTMLInputElement>('[data-check]', form).filter((input) => input.offsetParent);
      const wrong = visible.filter((input) => !judge(input));
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
      const pressed = (event as SubmitEvent).submitter;
      const button =
        pressed instanceof HTMLButtonElement
          ? pressed
          : form.querySelector<HTMLButtonElement>('button[type=submit]');
      if (!button) return;
      waiting.set(button, Array.from(button.childNodes));
      // Only after the form's data has been taken: a disabled button would not be part of it.
      setTimeout(() => {
        button.disabled = true;
        button.setAttribute('aria-busy', 'true');
        button.textContent = button.dataset.busy ?? '';
      });
      setTimeout(release, PATIENCE_MS);
    });
  }
  // Coming back by the browser's history finds the page as it was left.
  addEventListener('pageshow', (event) => {
    if (event.persisted) release();
  });
}
