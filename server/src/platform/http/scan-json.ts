/**
 * Facts about JSON text that a parser does not report: its nesting depth, before it is parsed, and names that an object
 * contains twice.
 */
export interface Scanned {
  isTooDeep: boolean;
  /** Dotted paths of names that an object contains twice, of which a parser silently takes the last; at most twenty. */
  repeated: string[];
}

/** An open object or array: its names so far, or the number of preceding values. */
interface Open {
  names: Set<string> | null;
  at: string | number;
}

const MOST_NAMED = 20;
const LONGEST_NAME = 100;

/** Scans any text, including invalid JSON. @param deepest the maximum nesting of arrays and objects */
export function scanJson(json: string, deepest: number): Scanned {
  const open: Open[] = [];
  const repeated: string[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') {
      const end = endOfText(json, at);
      const inside = open.at(-1);
      if (inside?.names && isName(json, end)) {
        inside.at = nameOf(json.slice(at, end + 1));
        if (inside.names.has(inside.at) && repeated.length < MOST_NAMED)
          repeated.push(open.map((each) => String(each.at).slice(0, LONGEST_NAME)).join('.'));
        inside.names.add(inside.at);
      }
      at = end;
    } else if (character === '{' || character === '[') {
      if (open.length === deepest) return { isTooDeep: true, repeated };
      open.push({ names: character === '{' ? new Set() : null, at: 0 });
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',') {
      const inside = open.at(-1);
      if (typeof inside?.at === 'number') inside.at += 1;
    }
  }
  return { isTooDeep: false, repeated };
}

/** Returns the position of the closing quote of the string that begins here. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** Returns whether a string is a name, which is so exactly if a colon follows. */
function isName(json: string, end: number): boolean {
  let at = end + 1;
  while (at < json.length && ' \t\r\n'.includes(json[at]!)) at += 1;
  return json[at] === ':';
}

/** Decodes a name, because the same one can be written in several ways: `"a"` and `"\u0061"`. */
function nameOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // Invalid; the parser refuses it.
    return quoted;
  }
}

/** The names that {@link scanJson} found twice in a body, by the parsed body. */
export const repeatedNames = new WeakMap<object, string[]>();
