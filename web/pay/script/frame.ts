import type { EmbedMessage } from '@daftar/contract/embedding';

/** Tells the page around this one, if it is one of the merchant's, how high this one is and how the payment stands. */
export function startFrame() {
  const { embedders = '', state, reference } = document.body.dataset;
  if (window.parent === window || embedders === '') return;
  const around = location.ancestorOrigins?.[0];
  const origins = embedders.split(' ').filter((origin) => around === undefined || origin === around);
  const tell = (message: EmbedMessage) => {
    // A browser drops what is meant for another origin.
    for (const origin of origins) window.parent.postMessage(message, origin);
  };
  tell({ source: 'daftar', type: 'open' });
  if (state && reference) tell({ source: 'daftar', type: 'result', state, reference });
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) tell({ source: 'daftar', type: 'close' });
  });
  const resize = () =>
    tell({ source: 'daftar', type: 'resize', height: Math.ceil(document.body.scrollHeight) });
  new ResizeObserver(resize).observe(document.body);
  resize();
}
