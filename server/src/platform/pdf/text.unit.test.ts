import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { drawable, MISSING } from './fonts.ts';
import { renderPdf } from './typst.ts';

/** Returns the pieces of text in a document, as a PDF reader copies them. */
async function copied(note: string): Promise<string[]> {
  const pdf = await renderPdf('demo-paper', { note, issuer: '', title: '', lines: [] });
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  await document.destroy();
  return items.flatMap((item) => ('str' in item ? [item.str] : []));
}

test.each([
  ['Mona 👨‍👩‍👧‍👦', `Mona ${MISSING}`],
  ['🇪🇬 李明', `${MISSING} ${MISSING}${MISSING}`],
  ['👍🏽!', `${MISSING}!`],
  ['Café', 'Café'],
  ['Cafe\u0301', 'Café'],
  ['متجر النور جهازًا ٢٩ · «ب» – €', 'متجر النور جهازًا ٢٩ · «ب» – €'],
  ['a\u200fb\nc\u00a0d', 'a\u200fb\nc\u00a0d'],
])('%s is drawn with one mark for each character that no font has', (typed, drawn) => {
  expect(drawable(typed).normalize('NFC')).toBe(drawn.normalize('NFC'));
});

test('the mark of a missing character is drawn and copied', async () => {
  expect((await copied('Mona 👨‍👩‍👧‍👦 ok')).join('')).toContain(`Mona ${MISSING} ok`);
});

test.each(['كراسي', 'الأثاث', 'للأثاث', 'لا', 'إلا', 'السلام', 'طاولة'])(
  '%s is copied in its order',
  async (word) => {
    expect(await copied(`مع ${word} في`)).toContain(word);
  },
);

test('a vowel mark is copied once', async () => {
  const marks = (await copied('جهازًا')).join('').match(/\u064b/g);
  expect(marks).toHaveLength(1);
});
