/** Where operators go after they signed in, also when they were at their company's provider meanwhile. */

const NEXT = 'daftar.ops-next';

/** Where to go after sign-in: the requested address, within the console only. */
export function placeAfter(next: string | undefined): string {
  return next && /^\/(?!\/|\\)/.test(next) ? `/ops${next.replace(/^\/ops(?=\/|$)/, '')}` : '/ops/';
}

/** Keeps the requested address while the browser is elsewhere. */
export function keepNext(next: string | undefined): void {
  if (next) sessionStorage.setItem(NEXT, next);
  else sessionStorage.removeItem(NEXT);
}

/** Returns what was kept, once. */
export function takeNext(): string | undefined {
  const next = sessionStorage.getItem(NEXT) ?? undefined;
  sessionStorage.removeItem(NEXT);
  return next;
}
