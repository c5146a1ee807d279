const RIGHT_TO_LEFT = /^[\p{Script=Arabic}\p{Mn}]{2,}$/u;
const LETTER_WITH_MARKS = /^\p{L}\p{Mn}+$/u;

/** The beginning of a font's character table. */
const TABLE = 'beginbfchar\n';

/**
 * Makes Arabic text of a PDF searchable and copyable in order. Readers reverse the characters of right-to-left text,
 * which a PDF contains in visual order; they also reverse the letters of a ligature's single glyph, such as lam-alef.
 * So its letters are put in visual order too, and of a letter and its mark, each of which stands for both, each is made
 * to stand for one. Typst writes these tables uncompressed, and no length in the file changes.
 */
export function copyable(pdf: Buffer): Buffer {
  const [start = '', ...tables] = pdf.toString('latin1').split(TABLE);
  const ordered = tables.map((part) => {
    const end = part.indexOf('endbfchar');
    if (end < 0) return part;
    const lines = part.slice(0, end).split('\n');
    const said = lines.map((line) => /^<[0-9A-F]{4}> <((?:[0-9A-F]{4})+)>$/.exec(line)?.[1] ?? '');
    const table = lines
      .map((line, at) => {
        const hex = said[at]!;
        const characters = [...Buffer.from(hex, 'hex').swap16().toString('utf16le')];
        if (!RIGHT_TO_LEFT.test(characters.join(''))) return line;
        const isPair = characters.length === 2 && LETTER_WITH_MARKS.test(characters.join(''));
        // The mark of a letter comes first in visual order, from left to right.
        const kept =
          isPair && said[at + 1] === hex
            ? characters[1]!
            : isPair && said[at - 1] === hex
              ? characters[0]!
              : characters.reverse().join('');
        const written = Buffer.from(kept, 'utf16le').swap16().toString('hex').toUpperCase();
        return line.replace(`<${hex}>`, `<${written}>`).padEnd(line.length);
      })
      .join('\n');
    return table + part.slice(end);
  });
  return Buffer.from([start, ...ordered].join(TABLE), 'latin1');
}
