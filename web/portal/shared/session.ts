import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { isPermission, type Permission } from '@daftar/contract/permissions';
import { useSyncExternalStore } from 'react';

/** Cookie storage: `document.cookie` in a browser. */
export interface CookieJar {
  read(): string;
  write(cookie: string): void;
}

export interface SessionState {
  readonly token: string | null;
  readonly permissions: ReadonlySet<Permission>;
  /** Whether the permissions cookie is set; it may be empty, as a role may have no permissions. */
  readonly hasPermissions: boolean;
  /** Live or test mode: which base path calls go to. */
  readonly isLive: boolean;
  /** Whether the merchant may switch modes: only while live-capable. */
  readonly canGoToggle: boolean;
  /** Whether this session looks at the portal as a role: nothing can be changed. */
  readonly isLooking: boolean;
}

interface SignedIn {
  access_token: string;
  status: number;
  permissions: readonly { name: string }[];
}

/**
 * Cause of a change: `ended` by the server, `signed-out` by the user, `may-toggle` when whether modes can be switched, or
 * anything changed, has changed, `moved` when another tab has signed in to another business than this page shows.
 */
export type SessionChange =
  | 'signed-in'
  | 'signed-out'
  | 'ended'
  | 'token'
  | 'mode'
  | 'permissions'
  | 'may-toggle'
  | 'moved';

export interface Session {
  get(): SessionState;
  subscribe(listener: (change: SessionChange) => void): () => void;
  signIn(reply: SignedIn, rememberMe: boolean): void;
  /** Stores a refreshed token for one day. */
  setToken(token: string): void;
  /** Who uses this page, in which business; null until somebody has signed in. */
  who(): string | null;
  /** Switches the mode; ignored unless the merchant is live-capable. */
  setLive(live: boolean): void;
  /** Applies the merchant's status from the server; any other than 3 ends live mode. */
  setMerchant(merchant: {
    status: number;
    permissions?: readonly { name: string }[];
    viewing_role?: object | null;
  }): void;
  /** Clears everything after logout; only the token if the logout call failed. */
  signOut(succeeded: boolean): void;
  /** Clears the token after a refused refresh. */
  end(): void;
  /** Whether another tab has signed in to another business than this page shows: what is on it is not of that one. */
  hasMoved(): boolean;
  /** Whether "remember me" was chosen in this browser. */
  isRemembered(): boolean;
  /** Whether there is no token but a remembered session whose refresh cookie may still be valid. */
  mayResume(): boolean;
}

const DAY_SECONDS = 86_400;
/** Lifetimes in days: without and with remember-me, and of a refreshed token. */
const SESSION_DAYS = 1;
const REMEMBERED_DAYS = 10;
const REFRESHED_DAYS = 1;
const REMEMBERED_UNTIL = 'daftar.remembered-until';

/** The business and the person that a token is for; null for what it does not name. */
function claimsOf(token: string | null): { business: number | null; person: number | null } {
  try {
    const payload = (token ?? '').split('.')[1] ?? '';
    const { mid, uid } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      mid?: unknown;
      uid?: unknown;
    };
    return {
      business: typeof mid === 'number' ? mid : null,
      person: typeof uid === 'number' ? uid : null,
    };
  } catch {
    return { business: null, person: null };
  }
}

const businessOf = (token: string | null) => claimsOf(token).business;

/** Who a token is for, and in which business; null for one that does not name both. */
function whoOf(token: string | null): string | null {
  const { business, person } = claimsOf(token);
  return business === null || person === null ? null : `${person}.${business}`;
}

function cookiesOf(text: string): Map<string, string> {
  const pairs = text.split(/;\s*/).map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1).replaceAll('%2C', ',')];
  });
  return new Map(pairs.filter(([name]) => name !== ''));
}

/**
 * Creates the user's session, stored in three cookies: `token`, `permissions` (comma-separated) and
 * `is-live` (present only while live).
 */
export function createSession(options: {
  jar: CookieJar;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now?: () => number;
  secure?: boolean;
  /** Other tabs of the same browser. */
  channel?: BroadcastChannel | null;
}): Session {
  const { jar, storage, channel } = options;
  const now = options.now ?? Date.now;
  const listeners = new Set<(change: SessionChange) => void>();
  let canGoToggle = false;
  let isLooking = false;
  let state = read();
  /** The business that this page shows. */
  let shown = businessOf(state.token);
  /** Who uses this page, also when the session has just ended. */
  let who = whoOf(state.token);

  function read(): SessionState {
    const cookies = cookiesOf(jar.read());
    const names = (cookies.get('permissions') ?? '').split(',').filter(isPermission);
    return {
      token: cookies.get('token') || null,
      permissions: new Set(names),
      hasPermissions: cookies.has('permissions'),
      isLive: cookies.has('is-live'),
      canGoToggle,
      isLooking,
    };
  }
  function set(name: string, value: string, days: number): void {
    const secure = options.secure ? '; Secure' : '';
    const seconds = Math.round(days * DAY_SECONDS);
    jar.write(`${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`);
  }
  const erase = (name: string) => set(name, '', 0);
  function changed(change: SessionChange, tell = true): void {
    state = read();
    shown ??= businessOf(state.token);
    who = whoOf(state.token) ?? who;
    for (const listener of listeners) listener(hasMoved() ? 'moved' : change);
    if (tell) channel?.postMessage(change);
  }
  function hasMoved(): boolean {
    const now = businessOf(state.token);
    return now !== null && now !== shown;
  }
  const rememberedUntil = () => Number(storage.getItem(REMEMBERED_UNTIL) ?? 0);
  /** Remaining days of this session. */
  const daysLeft = () => Math.max((rememberedUntil() - now()) / (DAY_SECONDS * 1000), SESSION_DAYS);
  const listOf = (items: readonly { name: string }[]) => items.map((item) => item.name).join(',');
  function setMode(live: boolean): void {
    if (live) set('is-live', 'true', daysLeft());
    else erase('is-live');
  }

  channel?.addEventListener('message', (event: MessageEvent<SessionChange>) => changed(event.data, false));

  return {
    get: () => state,
    who: () => who,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn(reply, rememberMe) {
      const days = rememberMe ? REMEMBERED_DAYS : SESSION_DAYS;
      if (rememberMe) storage.setItem(REMEMBERED_UNTIL, String(now() + days * DAY_SECONDS * 1000));
      else storage.removeItem(REMEMBERED_UNTIL);
      canGoToggle = reply.status === MERCHANT_STATUS.live;
      isLooking = false;
      shown = businessOf(reply.access_token);
      set('token', reply.access_token, days);
      set('permissions', listOf(reply.permissions), days);
      setMode(canGoToggle);
      changed('signed-in');
    },
    setToken(token) {
      set('token', token, REFRESHED_DAYS);
      changed('token');
    },
    setLive(live) {
      if (!canGoToggle || live === state.isLive) return;
      setMode(live);
      changed('mode');
    },
    setMerchant({ status, permissions, viewing_role: role }) {
      const may = status === MERCHANT_STATUS.live;
      const leavesLive = !may && state.isLive;
      const list = permissions ? listOf(permissions) : null;
      const known = cookiesOf(jar.read()).get('permissions') ?? '';
      const differs = list !== null && list !== known;
      const looks = role !== undefined && role !== null;
      if (may === canGoToggle && looks === isLooking && !leavesLive && !differs) return;
      canGoToggle = may;
      isLooking = looks;
      if (differs) set('permissions', list, daysLeft());
      if (leavesLive) setMode(false);
      changed(leavesLive ? 'mode' : differs ? 'permissions' : 'may-toggle', leavesLive || differs);
    },
    signOut(succeeded) {
      storage.removeItem(REMEMBERED_UNTIL);
      canGoToggle = false;
      isLooking = false;
      erase('token');
      if (succeeded) {
        erase('permissions');
        erase('is-live');
      }
      changed('signed-out');
    },
    end() {
      storage.removeItem(REMEMBERED_UNTIL);
      if (state.token === null) {
        for (const listener of listeners) listener('ended');
        return;
      }
      erase('token');
      changed('ended');
    },
    hasMoved,
    isRemembered: () => rememberedUntil() > now(),
    mayResume: () => state.token === null && state.hasPermissions && rememberedUntil() > now(),
  };
}

/** The session of this browser. */
export const session: Session = createSession({
  jar:
    typeof document === 'undefined'
      ? { read: () => '', write: () => undefined }
      : {
          read: () => document.cookie,
          write: (cookie) => {
            // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps the session in readable cookies.
            document.cookie = cookie;
          },
        },
  storage:
    typeof localStorage === 'undefined'
      ? { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
      : localStorage,
  secure: typeof location !== 'undefined' && location.protocol === 'https:',
  channel: typeof document === 'undefined' ? null : new BroadcastChannel('daftar-session'),
});

/** Returns the session and follows its changes, in other tabs too. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get);
}
