/** The commands of WebDriver that the tests need; an element is named by its reference. */
export interface Session {
  /** Loads an address and waits for it. */
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page; a reply that is an element is its reference. */
  run<T>(script: string, args?: readonly unknown[]): Promise<T>;
  click(element: string): Promise<void>;
  /** Types into an element, after what it contains. */
  type(element: string, text: string): Promise<void>;
  /** Deletes the cookies of the open site. */
  forget(): Promise<void>;
  /** The visible part of the page as PNG. */
  screenshot(): Promise<Buffer>;
  /** Ends the session and its processes. */
  close(): Promise<void>;
}

const REFERENCE = 'element-6066-11e4-a52e-4f735466cecf';

/** A reply's value; an element becomes its reference. */
export function elementOf(value: unknown): unknown {
  return value !== null && typeof value === 'object' && REFERENCE in value ? value[REFERENCE] : value;
}

/** An element as an argument of a script. */
export const asArgument = (element: string) => ({ [REFERENCE]: element });

const START_MILLISECONDS = 30_000;
const ASK_MILLISECONDS = 100;

/** Repeats what fails while a program starts. */
export async function onceStarted<T>(attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + START_MILLISECONDS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, ASK_MILLISECONDS));
    }
  }
}
