/** What is typed into forms when a session ends by itself, kept in this tab until the same person has signed in again. */
type Values = Readonly<Record<string, unknown>>;

interface KeptForm {
  path: string;
  /** The values that the form began with: what was typed for one customer is not put into the form of another. */
  initial: string;
  typed: Values;
}

const KEY = 'daftar.typed';
const SECRET = /password|secret|token|code/i;

const forms = new Set<() => { initial: Values; values: Values } | null>();
let whose: () => string | null = () => null;

/** Says how to tell who is signed in; without it nothing is kept. */
export function inputBelongsTo(person: () => string | null): void {
  whose = person;
}

/** Adds a form, which tells its values while there is unsaved input. @returns what takes it away again */
export function reportInput(form: () => { initial: Values; values: Values } | null): () => void {
  forms.add(form);
  return () => void forms.delete(form);
}

const isKept = (name: string, value: unknown) =>
  !SECRET.test(name) && ['string', 'number', 'boolean'].includes(typeof value);

/** Keeps what has been typed, but no passwords and files: the page is about to be left. */
export function keepInput(): void {
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
}

/** Forgets what was kept, when somebody signs out. */
export function forgetInput(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Returns what was typed into the form that begins with these values here, once; null if it is somebody else's. */
export function takeInput(initial: Values): Values | null {
  const person = whose();
  if (person === null) return null;
  try {
    const { owner, kept } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      owner: string;
      kept: KeptForm[];
    };
    if (owner !== person) {
      forgetInput();
      return null;
    }
    const beginning = textOf(initial);
    const isThis = (form: KeptForm) => form.path === window.location.pathname && form.initial === beginning;
    const found = kept.find(isThis);
    if (!found) return null;
    const rest = kept.filter((form) => form !== found);
    if (rest.length === 0) forgetInput();
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, kept: rest }));
    return found.typed;
  } catch {
    return null;
  }
}

const textOf = (values: Values) =>
  JSON.stringify(Object.entries(values).filter(([name, value]) => isKept(name, value)));
