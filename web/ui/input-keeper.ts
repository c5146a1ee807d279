/**
 * Where forms find who keeps what is typed into them when a session ends. Nobody does before sign-in, whose screens so load nothing
 * for it.
 */
export type FormValues = Readonly<Record<string, unknown>>;

export interface InputKeeper {
  /** Adds a form, which tells its values while there is unsaved input. @returns what takes it away again */
  report(form: () => { initial: FormValues; values: FormValues } | null): () => void;
  /** Returns what was typed into the form that begins with these values here, once; null if it is somebody else's. */
  take(initial: FormValues): FormValues | null;
  /** Keeps what has been typed, but no passwords and files: the page is about to be left. */
  keep(): void;
  /** Forgets what was kept, when somebody signs out. */
  forget(): void;
}

let keeper: InputKeeper | null = null;

export const inputKeeper = (): InputKeeper | null => keeper;

export function setInputKeeper(given: InputKeeper | null): void {
  keeper = given;
}
