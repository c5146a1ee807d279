import type { FormValues, InputKeeper } from './input-keeper.ts';

interface KeptForm {
  path: string;
  /** The values that the form began with: what was typed for one customer is not put into the form of another. */
  initial: string;
  typed: FormValues;
}

const KEY = 'daftar.typed';
const SECRET = /password|secret|token|code/i;

const isKept = (name: string, value: unknown) =>
  !SECRET.test(name) && ['string', 'number', 'boolean'].includes(typeof value);

const textOf = (values: FormValues) =>
  JSON.stringify(Object.entries(values).filter(([name, value]) => isKept(name, value)));

/**
 * Keeps what is typed into forms when a session ends by itself, in this tab, until the same person has signed in again.
 * @param whose tells who is signed in, and just after the end who was; null: nobody, and nothing is kept
 */
export function keptInput(whose: () => string | null): InputKeeper {
  const forms = new Set<Parameters<InputKeeper['report']>[0]>();

  function forget(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // Nothing was kept.
    }
  }

  return {
    forget,
    report(form) {
      forms.add(form);
      return () => void forms.delete(form);
    },
    keep() {
      const owner = whose();
      if (owner === null) return;
      const kept = [...forms].flatMap((form): KeptForm[] => {
        const input = form();
        if (!input) return [];
        const { initial, values } = input;
        const typed = Object.entries(values).filter(
          ([name, value]) => value !== initial[name] && isKept(name, value),
        );
        const path = window.location.pathname;
        return typed.length > 0 ? [{ path, initial: textOf(initial), typed: Object.fromEntries(typed) }] : [];
      });
      try {
        if (kept.length > 0) sessionStorage.setItem(KEY, JSON.stringify({ owner, kept }));
      } catch {
        // Without storage it is lost.
      }
    },
    take(initial) {
      const person = whose();
      if (person === null) return null;
      try {
        const { owner, kept } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
          owner: string;
          kept: KeptForm[];
        };
        if (owner !== person) {
          forget();
          return null;
        }
        const beginning = textOf(initial);
        const isThis = (form: KeptForm) =>
          form.path === window.location.pathname && form.initial === beginning;
        const found = kept.find(isThis);
        if (!found) return null;
        const rest = kept.filter((form) => form !== found);
        if (rest.length === 0) forget();
        else sessionStorage.setItem(KEY, JSON.stringify({ owner, kept: rest }));
        return found.typed;
      } catch {
        return null;
      }
    },
  };
}
