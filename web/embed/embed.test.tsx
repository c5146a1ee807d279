import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const PAGE = 'https://pay.example/pay/AAAAAAAAAAAAAAAAAAAAAAAA';

test('a link that is no payment page stays a link, and the others are shown all the same', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  document.body.innerHTML = `
    <a id="wrong" data-daftar="inline" href="https://shop.example/pay/">Pay</a>
    <div id="here"><a data-daftar="inline" href="${PAGE}">Pay</a></div>`;
  // A frame would be loaded.
  const frames: string[] = [];
  const descriptor = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src')!;
  Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
    configurable: true,
    set: (address: string) => frames.push(address),
  });
  try {
    await import('./main.ts');
  } finally {
    Object.defineProperty(HTMLIFrameElement.prototype, 'src', descriptor);
  }
  expect(document.querySelector('#wrong')?.textContent).toBe('Pay');
  expect(document.querySelector('#here iframe')).not.toBeNull();
  expect(frames).toEqual([PAGE]);
  expect(said).toHaveBeenCalledOnce();
});
