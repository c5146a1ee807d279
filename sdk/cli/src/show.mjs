/** Prints replies: JSON for programs, lines for people. */
const isPlain = (value) => typeof value !== 'object' || value === null;
const textOf = (value) => (isPlain(value) ? String(value ?? '–') : JSON.stringify(value));
const COLUMNS = 6;
const WIDEST = 32;

/** Text of others must not move the cursor or change colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it takes them out.
export const safe = (text) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
const short = (text) => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text);

function table(rows) {
  const columns = Object.keys(rows[0]).filter((key) => rows.every((row) => isPlain(row[key])));
  const shown = columns.slice(0, COLUMNS);
  const lines = [shown, ...rows.map((row) => shown.map((key) => short(safe(textOf(row[key])))))];
  const widths = shown.map((_, index) => Math.max(...lines.map((line) => line[index].length)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function lines(value) {
  if (isPlain(value)) return safe(textOf(value));
  if (!Array.isArray(value))
    return Object.entries(value)
      .map(([key, each]) => `${key}: ${safe(textOf(each))}`)
      .join('\n');
  if (value.length === 0) return 'Nothing.';
  return value.every((row) => !isPlain(row) && !Array.isArray(row))
    ? table(value)
    : value.map((row) => safe(textOf(row))).join('\n');
}

/** Shows a reply; a page as its rows, and how many there are. */
export function show(reply, asJson) {
  if (asJson) return console.log(JSON.stringify(reply, null, 2));
  const isPage = reply?.meta !== undefined && Array.isArray(reply.data);
  console.log(lines(isPage ? reply.data : reply));
  if (!isPage || reply.data.length === 0) return;
  const { current_page, last_page, total, more } = reply.meta;
  console.log(`Page ${current_page} of ${last_page}; ${more ? 'more than ' : ''}${total} in all.`);
}
