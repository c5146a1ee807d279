import { expect, test } from 'vitest';
import { renderPdf } from './typst.ts';

const paper = (title: string) => ({
  note: '',
  issuer: 'Nobody',
  title,
  lines: [],
});

test('a document requested concurrently or again is rendered once', async () => {
  const [one, other] = await Promise.all([
    renderPdf('demo-paper', paper('A')),
    renderPdf('demo-paper', paper('A')),
  ]);
  expect(other).toBe(one);
  expect(await renderPdf('demo-paper', paper('A'))).toBe(one);
  expect(await renderPdf('demo-paper', paper('B'))).not.toBe(one);
});

test('other work runs between the rendering of different documents', async () => {
  await renderPdf('demo-paper', paper('first'));
  let turns = 0;
  let isDrawing = true;
  const others = (async () => {
    while (isDrawing) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
  })();
  await Promise.all(['1', '2', '3', '4', '5'].map((title) => renderPdf('demo-paper', paper(title))));
  expect(turns).toBeGreaterThanOrEqual(5);
  isDrawing = false;
  await others;
});

test('a failed rendering is not cached and does not affect other documents', async () => {
  await expect(renderPdf('demo-paper', {})).rejects.toThrow();
  await expect(renderPdf('demo-paper', {})).rejects.toThrow();
  expect((await renderPdf('demo-paper', paper('after'))).subarray(0, 4).toString()).toBe('%PDF');
});
