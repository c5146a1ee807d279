import { cardBrand } from '@daftar/contract/checkout';
import { all } from '../../pages/script/dom.ts';
import { faultOf, groupCard, slashExpiry } from './rules.ts';

type Input = HTMLInputElement | HTMLTextAreaElement;

/** Validates a field and shows its error. */
export function validate(input: Input): boolean {
  const fault = faultOf(input.dataset.check ?? '', input.value, new Date());
  const error = document.getElementById(`${input.id}-error`);
  if (error) error.textContent = fault ? (input.dataset[fault] ?? '') : '';
  if (fault) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  return !fault;
}

/** Replaces a field's text and leaves the caret after the same digit. */
function rewrite(input: HTMLInputElement, text: string) {
  if (text === input.value) return;
  const atEnd = input.selectionStart === input.value.length;
  const before = input.value.slice(0, input.selectionStart ?? 0).replace(/\s/g, '').length;
  input.value = text;
  let place = 0;
  for (let seen = 0; place < text.length && seen < before; place += 1) if (text[place] !== ' ') seen += 1;
  if (atEnd) place = text.length;
  if (document.activeElement === input) input.setSelectionRange(place, place);
}

function format(input: HTMLInputElement, deleting: boolean) {
  if (input.dataset.check === 'card') {
    rewrite(input, groupCard(input.value));
    const brands = input.closest('.field')?.querySelector<HTMLElement>('[data-brands]');
    if (brands) brands.dataset.brands = input.value === '' ? '' : cardBrand(input.value);
  }
  if (input.dataset.check === 'expiry') rewrite(input, slashExpiry(input.value, deleting));
}

/** Formats while typing; shows errors on leaving a field and removes them once they are fixed. */
export function startFields() {
  for (const input of all<HTMLInputElement>('[data-check]')) {
    input.addEventListener('input', (event) => {
      format(input, /^delete/.test((event as InputEvent).inputType ?? ''));
      if (input.getAttribute('aria-invalid')) validate(input);
    });
    input.addEventListener('blur', () => {
      if (input.value.trim() !== '') validate(input);
    });
    // Values that the browser restored when going back.
    if (input.value !== '') format(input, false);
  }
  for (const input of all<HTMLInputElement>('[data-priced]')) {
    const shown = input.form?.querySelector<HTMLInputElement>('input[name="priced"]');
    const tell = () => {
      const isAnew = input.value !== input.dataset.priced;
      input.form?.toggleAttribute('data-anew', isAnew);
      // While the button says that it shows the total, pressing it pays nothing.
      if (shown) shown.value = isAnew ? '' : (input.dataset.priced ?? '');
    };
    input.addEventListener('input', tell);
    tell();
  }
  for (const button of all<HTMLButtonElement>('[data-fill]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const number = button.dataset.fill ?? '';
      const year = String((new Date().getFullYear() + 3) % 100).padStart(2, '0');
      const values: Record<string, string> = {
        card_number: number,
        card_expiry: `12 / ${year}`,
        card_cvv: number.length === 15 ? '1234' : '123',
      };
      for (const name of Object.keys(values)) {
        const input = document.getElementById(`f-${name}`) as HTMLInputElement | null;
        if (!input) continue;
        input.value = values[name] ?? '';
        format(input, false);
        validate(input);
      }
      document.getElementById('f-card_number')?.focus();
    });
  }
}
