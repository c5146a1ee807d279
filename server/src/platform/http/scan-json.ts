/** What a parser of JSON does not tell: how deep a text nests, before it is parsed, and which names an object has twice. */
export interface Scanned {
  isTooDeep: boolean;
  /** Dotted paths of names that an object has twice: a parser takes the last in silence. At most twenty. */
  repeated: string[];
}

/** An object or array that is open: the names so far, or how many values precede. */
interface Open {
  names: Set<string> | null;
  at: string | number;
}

const MOST_NAMED = 20;
const LONGEST_NAME = 100;

/** Scans any text, also one that is no JSON. @param deepest arrays and objects in one another */
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

/** Where the text that begins here has its closing quote. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** A text before a colon is a name, and nothing else is. */
function isName(json: string, end: number): boolean {
  let at = end + 1;
  while (at < json.length && ' \t\r\n'.includes(json[at]!)) at += 1;
  return json[at] === ':';
}

/** The same name can be written in several ways: `"a"` and `"\u0061"`. */
function nameOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // The parser refuses it.
    return quoted;
  }
}

/** The names that {@link scanJson} found twice in a body, by the parsed body. */
export const repeatedNames = new WeakMap<object, string[]>();
