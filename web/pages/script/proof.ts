import { solve } from '../../challenge/solve.ts';
import { all } from './dom.ts';

/** Computes the proof of work that the page asks for; afterwards the form can be sent at once. */
export function startProofs() {
  for (const input of all<HTMLInputElement>('[data-challenge]')) {
    const [note] = all('[data-proof]');
    if (!note || !globalThis.crypto?.subtle) continue;
    note.hidden = false;
    void solve(input.dataset.challenge ?? '').then((proof) => {
      if (!proof) return;
      input.value = proof;
      note.textContent = note.dataset.proof ?? '';
    });
  }
}
