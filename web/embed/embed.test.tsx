import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Addresses of the frames: a real one would be loaded. */
let frames: string[];
const source = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src')!;
beforeEach(() => {
  frames = [];
  Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
    configurable: true,
    set: (address: string) => frames.push(address),
  });
});
afterEach(() => {
  Object.defineProperty(HTMLIFrameElement.prototype, 'src', source);
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const PAGE = 'https://pay.example/pay/AAAAAAAAAAAAAAAAAAAAAAAA';

test('a link that is no payment page stays a link, and the others are shown all the same', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  document.body.innerHTML = `
    <a id="wrong" data-daftar="inline" href="https://shop.example/pay/">Pay</a>
    <div id="here"><a data-daftar="inline" href="${PAGE}">Pay</a></div>`;
  await import('./main.ts');
  expect(document.querySelector('#wrong')?.textContent).toBe('Pay');
  expect(document.querySelector('#here iframe')).not.toBeNull();
  expect(frames).toEqual([PAGE]);
  expect(said).toHaveBeenCalledOnce();
});

test('a website that is not listed gets a sentence in the console, and the payer a link', async () => {
  vi.useFakeTimers();
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { mount } = await import('./main.ts');
  mount(document.body, PAGE);
  const frame = document.querySelector('iframe')!;
  frame.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(1_000);
  expect(document.querySelector('iframe')).toBeNull();
  expect(document.querySelector('a')).toMatchObject({ href: PAGE, target: '_top' });
  expect(said).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(`List ${location.origin} in your Daftar`),
  );
});

test('a page that says that it is there stays, whenever the frame loads again', async () => {
  vi.useFakeTimers();
  const { mount } = await import('./main.ts');
  const end = mount(document.body, PAGE);
  const frame = document.querySelector('iframe')!;
  const message = { source: frame.contentWindow, origin: 'https://pay.example' };
  dispatchEvent(new MessageEvent('message', { ...message, data: { source: 'daftar', type: 'open' } }));
  frame.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(60_000);
  expect(document.querySelector('iframe')).toBe(frame);
  end();
});

test('Escape within the page closes the dialog', async () => {
  const { open } = await import('./main.ts');
  const closed = open(PAGE);
  const frame = document.querySelector('dialog iframe') as HTMLIFrameElement;
  const message = { source: frame.contentWindow, origin: 'https://pay.example' };
  dispatchEvent(new MessageEvent('message', { ...message, data: { source: 'daftar', type: 'close' } }));
  expect(await closed).toEqual({ state: null, reference: null });
  expect(document.querySelector('dialog')).toBeNull();
});
