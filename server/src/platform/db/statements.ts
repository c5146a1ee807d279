/**
 * Text that may contain a semicolon that ends no statement: a comment, a string, a quoted name, a dollar-quoted body.
 */
const WHOLE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$/gy;

/**
 * Splits a migration's text into statements, without those that are only comments. They are sent one by one, because
 * Citus forwards a statement's text to other machines together with everything sent along with it.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  let hasCode = false;
  const end = (at: number) => {
    if (hasCode) statements.push(text.slice(begin, at).trim());
    begin = at + 1;
    hasCode = false;
  };
  for (let at = 0; at < text.length; ) {
    WHOLE.lastIndex = at;
    const [whole] = WHOLE.exec(text) ?? [];
    if (whole) {
      hasCode ||= !whole.startsWith('--') && !whole.startsWith('/*');
      at += whole.length;
    } else {
      if (text[at] === ';') end(at);
      else hasCode ||= text[at]!.trim() !== '';
      at += 1;
    }
  }
  end(text.length);
  return statements;
}
