/**
 * Opens a payment page inside the merchant's own: `<a href="https://…/pay/…" data-daftar="dialog">` as a dialog,
 * `data-daftar="inline"` in the link's place. Without this script, or where our page is not allowed inside, the link leads to it.
 */
import type { EmbedMessage } from '@daftar/contract/embedding';

/** How a payment stands; a hint: ask the API or wait for the webhook before goods are handed over. */
interface Result {
  /** `succeeded`, `failed`, `canceled`, `expired`, or how far it has come; null: nothing was paid yet. */
  state: string | null;
  /** TRX-… */
  reference: string | null;
}

/** Time that a page has to load. */
const PATIENCE_MILLISECONDS = 10_000;
/** Time between the load of a frame and the message of its page. A page that may not be shown inside sends none. */
const SILENCE_MILLISECONDS = 1_000;
const HEIGHT_FIRST = 640;

const isArabic = document.documentElement.lang.startsWith('ar');
const CLOSE = isArabic ? 'إغلاق' : 'Close';
const TITLE = isArabic ? 'صفحة الدفع' : 'Payment page';
const OPEN = isArabic ? 'افتح صفحة الدفع' : 'Open the payment page';

function addressOf(link: string): URL {
  const address = new URL(link, location.href);
  if (!/^https?:$/.test(address.protocol) || !/^\/pay\/[\w-]{20,64}$/.test(address.pathname))
    throw new TypeError(`Daftar: ${link} is not the address of a payment page`);
  return address;
}

/** Styles an element without a stylesheet, which a policy of the page might refuse. */
const style = (element: HTMLElement, styles: Record<string, string>) => Object.assign(element.style, styles);

/** The link that payers get where the payment page cannot be shown inside. */
function linkTo(address: URL): HTMLElement {
  const link = document.createElement('a');
  link.href = String(address);
  link.target = '_top';
  link.textContent = OPEN;
  style(link, {
    ...{ display: 'block', margin: 'auto', padding: '24px', color: '#0b5d5e', textAlign: 'center' },
    font: '18px/1.5 system-ui, sans-serif',
  });
  return link;
}

/**
 * Shows a page in a frame, and reports what it says. A page that does not appear is replaced by a link to it.
 * @returns what ends it
 */
function show(
  into: HTMLElement,
  address: URL,
  { source, isFluid }: { source: HTMLElement; isFluid: boolean },
  { report, close }: { report?: (result: Result) => void; close?: () => void },
): () => void {
  const frame = document.createElement('iframe');
  frame.title = TITLE;
  frame.allow = 'payment; clipboard-write';
  style(frame, { border: '0', width: '100%', display: 'block', colorScheme: 'normal' });
  if (isFluid) frame.style.height = `${HEIGHT_FIRST}px`;
  else frame.style.flex = '1';
  let told = '';
  const fail = () => {
    end();
    into.append(linkTo(address));
    console.error(
      `Daftar: the payment page did not appear. List ${location.origin} in your Daftar under Account settings, API keys, ` +
        `in the mode of this link, and allow frame-src ${address.origin} in your content security policy.`,
    );
  };
  let timer = setTimeout(fail, PATIENCE_MILLISECONDS);
  let isThere = false;
  frame.onload = () => {
    clearTimeout(timer);
    if (!isThere) timer = setTimeout(fail, SILENCE_MILLISECONDS);
  };
  const hear = ({ source: from, origin, data }: MessageEvent<EmbedMessage>) => {
    if (from !== frame.contentWindow || origin !== address.origin || data?.source !== 'daftar') return;
    isThere = true;
    clearTimeout(timer);
    if (data.type === 'close') close?.();
    if (data.type === 'resize' && isFluid) frame.style.height = `${data.height}px`;
    if (data.type !== 'result') return;
    const result = { state: data.state, reference: data.reference };
    const seen = `${result.state} ${result.reference}`;
    if (seen === told) return;
    told = seen;
    report?.(result);
    source.dispatchEvent(new CustomEvent('daftar:result', { bubbles: true, detail: result }));
  };
  const end = () => {
    clearTimeout(timer);
    removeEventListener('message', hear);
    frame.remove();
  };
  addEventListener('message', hear);
  frame.src = String(address);
  into.append(frame);
  return end;
}

/**
 * Opens a payment page as a dialog.
 * @returns how the payment stood when the payer closed it
 * @throws TypeError for what is no address of a payment page
 */
function open(link: string, source: HTMLElement = document.body): Promise<Result> {
  const address = addressOf(link);
  if (typeof HTMLDialogElement !== 'function') {
    location.assign(address);
    return new Promise(() => {});
  }
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', TITLE);
  style(dialog, {
    ...{ padding: '0', border: '0', borderRadius: '16px', background: '#fff', overflow: 'hidden' },
    ...{
      flexDirection: 'column',
      width: 'min(34rem, 100vw)',
      height: 'min(46rem, 100dvh)',
      maxWidth: '100vw',
      maxHeight: '100dvh',
    },
  });
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.setAttribute('aria-label', CLOSE);
  style(close, {
    ...{ alignSelf: 'flex-end', flex: 'none', width: '44px', height: '44px', border: '0', cursor: 'pointer' },
    ...{ background: 'none', color: '#16252a', font: '24px/1 system-ui, sans-serif' },
  });
  close.onclick = () => dialog.close();
  dialog.append(close);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let last: Result = { state: null, reference: null };
    const end = show(
      dialog,
      address,
      { source, isFluid: false },
      {
        report: (result) => {
          last = result;
        },
        close: () => dialog.close(),
      },
    );
    dialog.onclose = () => {
      end();
      dialog.remove();
      source.dispatchEvent(new CustomEvent('daftar:close', { bubbles: true, detail: last }));
      resolve(last);
    };
    dialog.showModal();
    // Only now: a dialog that is not open must stay hidden.
    dialog.style.display = 'flex';
  });
}

/**
 * Shows a payment page inside an element, as high as it is.
 * @returns what removes it
 * @throws TypeError for what is no address of a payment page
 */
function mount(element: HTMLElement, link: string): () => void {
  return show(element, addressOf(link), { source: element, isFluid: true }, {});
}

function start() {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-daftar="dialog"]');
    // A link that somebody opens in another tab stays a link.
    if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
    // For what is no payment page it throws, and the link leads where it leads.
    void open(link.href, link);
    event.preventDefault();
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-daftar="inline"]')) {
    const place = document.createElement('div');
    try {
      mount(place, link.href);
      link.replaceWith(place);
    } catch (error) {
      // The others are shown all the same.
      console.error(error);
    }
  }
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
else start();

export { mount, open };
