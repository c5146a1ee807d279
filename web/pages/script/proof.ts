import { solve } from '../../challenge/solve.ts';
import { all } from './dom.ts';

/** Finds the proof of work that the page asks for, and says when it is there: the form can be sent at once then. */
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
