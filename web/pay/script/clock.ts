import { all } from '../../pages/script/dom.ts';

const POLL_MS = 4_000;
const POLL_MOST_MS = 60_000;

const tag = document.documentElement.lang === 'ar' ? 'ar-EG' : 'en-GB';
const two = new Intl.NumberFormat(tag, { minimumIntegerDigits: 2 });
const one = new Intl.NumberFormat(tag);

/** 65 → 1:05, 3725 → 1:02:05, in the page's digits. */
function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const tail = two.format(seconds % 60);
  return hours > 0 ? `${one.format(hours)}:${two.format(minutes)}:${tail}` : `${one.format(minutes)}:${tail}`;
}

/** Reloads the page by its address, which never repeats a form's POST. */
function again(element: HTMLElement) {
  location.replace(element.dataset.href ?? location.pathname);
}

/** Calls back every second with the remaining seconds; stops at zero. */
function tick(seconds: number, each: (left: number) => void) {
  const end = Date.now() + seconds * 1000;
  const step = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    each(left);
    if (left > 0) setTimeout(step, 1000);
  };
  step();
}

/** Counts down to the page's deadline. */
export function startCountdowns() {
  for (const element of all('[data-countdown]')) {
    const seconds = Math.floor(Number(element.dataset.countdown));
    const shown = element.querySelector('b');
    // Days are shown as a date; a countdown that has ended must not reload the page repeatedly.
    if (!shown || !(seconds > 0) || seconds > 86_400) continue;
    element.hidden = false;
    tick(seconds, (left) => {
      shown.textContent = clock(left);
      if (left < 60) element.classList.add('soon');
      // The server's clock decides; a second later it agrees.
      if (left === 0) setTimeout(again, 1500, element);
    });
  }
}

/** Enables the button that sends another code once it may. */
export function startResend() {
  for (const button of all<HTMLButtonElement>('[data-resend]')) {
    const ready = button.textContent;
    tick(Number(button.dataset.seconds) || 0, (left) => {
      button.disabled = left > 0;
      button.textContent = left > 0 ? (button.dataset.resend ?? '').replace('%', clock(left)) : ready;
    });
  }
}

/**
 * Polls for a change of the payment's state: less often while the network fails, immediately when the page becomes
 * visible again.
 */
export function startPolling() {
  const element = document.querySelector<HTMLElement>('[data-poll]');
  if (!element) return;
  let wait = POLL_MS;
  let timer = 0;
  let asking = false;
  const next = () => {
    clearTimeout(timer);
    timer = window.setTimeout(look, wait);
  };
  const look = async () => {
    if (document.hidden || asking) return;
    asking = true;
    try {
      const reply = await fetch(element.dataset.poll ?? '', {
        headers: { accept: 'application/json' },
        cache: 'no-store',
      });
      if (!reply.ok) throw new Error();
      const { state } = await reply.json();
      if (state !== element.dataset.state) {
        again(element);
        return;
      }
      // A payer who walks to a kiosk is away for long: poll less and less often, at least four times a minute.
      wait = Math.min(wait * 1.05, 15_000);
    } catch {
      wait = Math.min(wait * 2, POLL_MOST_MS);
    } finally {
      asking = false;
    }
    next();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    wait = POLL_MS;
    clearTimeout(timer);
    look();
  });
  next();
}
