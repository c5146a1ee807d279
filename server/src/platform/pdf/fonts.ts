import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** One typeface with both scripts, in the two weights that documents use; read from files, never from the system. */
export function fonts(): Buffer[] {
  return ['ibm-plex-sans', 'ibm-plex-sans-arabic'].flatMap((family) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/${family}/package.json`));
    const name = family === 'ibm-plex-sans' ? 'IBMPlexSans' : 'IBMPlexSansArabic';
    return ['400Regular', '600SemiBold'].map((weight) =>
      readFileSync(join(folder, weight, `${name}_${weight}.ttf`)),
    );
  });
}

/** Replaces a character that is in none of the documents' fonts. */
export const MISSING = '□';

/** Spaces, line ends and format characters need no glyph. */
const WITHOUT_GLYPH = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;

let covered: Set<number> | undefined;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Replaces each grapheme cluster that the fonts cannot draw by a single mark: an emoji of seven code points, which the
 * fonts would draw as seven boxes, becomes one.
 */
export function drawable(text: string): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text;
  covered ??= new Set(fonts().flatMap(codePointsOf));
  const has = (cluster: string) =>
    [...cluster].every((each) => covered?.has(each.codePointAt(0)!) || WITHOUT_GLYPH.test(each));
  return Array.from(graphemes.segment(text), ({ segment }) => {
    if (has(segment)) return segment;
    const composed = segment.normalize('NFC');
    return has(composed) ? composed : MISSING;
  }).join('');
}

/** Returns the code points for which a TrueType font has a glyph, from the format 4 subtable of its `cmap`. */
function codePointsOf(font: Buffer): number[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, each) => 12 + 16 * each);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')!;
  const cmap = font.readUInt32BE(entry + 8);
  const subtables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, each) => cmap + font.readUInt32BE(cmap + 8 + 8 * each),
  );
  const at = subtables.find((each) => font.readUInt16BE(each) === 4)!;
  const twice = font.readUInt16BE(at + 6);
  return Array.from({ length: twice / 2 }, (_, segment) => {
    const end = font.readUInt16BE(at + 14 + 2 * segment);
    const start = font.readUInt16BE(at + 16 + twice + 2 * segment);
    return Array.from({ length: end - start + 1 }, (_, each) => start + each);
  })
    .flat()
    .filter((each) => each !== 0xffff);
}
