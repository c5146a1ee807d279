/** Prints replies: JSON for programs, lines for people. */
const AMOUNT = /(?:^|_)(?:amount|price|fee|vat|net|value|subtotal|balance)$/;
const isPlain = (value) => typeof value !== 'object' || value === null;
const textOf = (value) => (isPlain(value) ? String(value ?? '–') : JSON.stringify(value));
/** Of a reply whose columns nobody has chosen. */
const COLUMNS = 6;
const WIDEST = 32;

/** Text of others must not move the cursor or change colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it takes them out.
export const safe = (text) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
const short = (text) => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text);

/** A field of a row: a code by its name, an amount with its decimals, an object by its name. */
function cellOf(row, field, codes) {
  const value = row[field];
  const name = codes[field]?.[value];
  if (name !== undefined) return name;
  if (typeof value === 'number' && AMOUNT.test(field)) return value.toFixed(2);
  return isPlain(value) ? textOf(value) : textOf(value.name ?? value.code ?? value);
}

function table(rows, { columns, codes }) {
  const plain = Object.keys(rows[0]).filter((key) => rows.every((row) => isPlain(row[key])));
  const chosen = columns?.filter((field) => rows.some((row) => row[field] !== undefined));
  const shown = chosen?.length ? chosen : plain.slice(0, COLUMNS);
  const lines = [shown, ...rows.map((row) => shown.map((field) => short(safe(cellOf(row, field, codes)))))];
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

function lines(value, known) {
  if (isPlain(value)) return safe(textOf(value));
  if (!Array.isArray(value))
    return Object.entries(value)
      .map(([key, each]) => {
        const name = known.codes[key]?.[each];
        return `${key}: ${safe(textOf(each))}${name === undefined ? '' : ` (${name})`}`;
      })
      .join('\n');
  if (value.length === 0) return 'Nothing.';
  return value.every((row) => !isPlain(row) && !Array.isArray(row))
    ? table(value, known)
    : value.map((row) => safe(textOf(row))).join('\n');
}

/**
 * Shows a reply; a page as its rows, and how many there are.
 * @param known the columns of a table, and the names of codes by field
 */
export function show(reply, asJson, known = { columns: null, codes: {} }) {
  if (asJson) return console.log(JSON.stringify(reply, null, 2));
  const isPage = reply?.meta !== undefined && Array.isArray(reply.data);
  console.log(lines(isPage ? reply.data : reply, known));
  if (!isPage || reply.data.length === 0) return;
  const { current_page, last_page, total, more, next_cursor } = reply.meta;
  if (current_page === undefined) {
    if (next_cursor) console.log(`More follow: --cursor ${next_cursor}`);
    return;
  }
  console.log(`Page ${current_page} of ${last_page}; ${more ? 'more than ' : ''}${total} in all.`);
}
