/** What may hold a semicolon that ends no statement: a comment, a string, a quoted name, a body between dollars. */
const WHOLE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$/gy;

/**
 * Returns the statements of a migration's text, each none of them comments alone. Sent one by one: Citus hands the text of
 * a statement on to other machines, and with it all that was sent together.
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
