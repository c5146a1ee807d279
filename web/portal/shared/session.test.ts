import { auth } from '@daftar/contract/auth';
import { describe, expect, test } from 'vitest';
import './merchant.ts';
import { queryClient, queryOf } from './query-client.ts';
import { createSession, session as ofThisBrowser, type SessionChange } from './session.ts';
import { memoryJar, memoryStorage, testSession } from './testing.ts';

const permissions = [{ name: 'submit-kyc' }, { name: 'view-settings' }];
const live = { access_token: 'a.b.c', status: 3, permissions };
const registered = { ...live, status: 0 };

describe('session cookies', () => {
  test('last one day without remember-me and ten with it', () => {
    const { session, jar } = testSession();
    session.signIn(live, false);
    expect(jar.daysLeft('token')).toBeCloseTo(1);
    expect(jar.daysLeft('permissions')).toBeCloseTo(1);
    session.signIn(live, true);
    expect(jar.daysLeft('token')).toBeCloseTo(10);
    expect(jar.daysLeft('is-live')).toBeCloseTo(10);
  });

  test('store permissions as a comma-separated list; unknown names grant nothing', () => {
    const { session, jar } = testSession();
    session.signIn({ ...live, permissions: [...permissions, { name: 'rule-the-world' }] }, false);
    expect(jar.read()).toContain('permissions=submit-kyc,view-settings,rule-the-world');
    expect([...session.get().permissions]).toEqual(['submit-kyc', 'view-settings']);
  });

  test('a refreshed token is kept for one day', () => {
    const { session, jar } = testSession();
    session.signIn(live, true);
    session.setToken('d.e.f');
    expect(session.get().token).toBe('d.e.f');
    expect(jar.daysLeft('token')).toBeCloseTo(1);
  });

  test('a remembered session can be resumed for ten days, and not after', () => {
    const { session, open, clock } = testSession();
    session.signIn(registered, true);
    session.setToken('d.e.f');
    clock.now += 2 * 86_400_000;
    expect(open().get().token).toBeNull();
    expect(open().mayResume()).toBe(true);
    clock.now += 9 * 86_400_000;
    expect(open().mayResume()).toBe(false);
  });

  test('a role without permissions can sign in', () => {
    const { session } = testSession();
    session.signIn({ ...live, permissions: [] }, false);
    expect(session.get()).toMatchObject({ token: 'a.b.c', hasPermissions: true });
  });
});

describe('live mode', () => {
  test('sign-in turns it on for merchant status 3 only', () => {
    const { session, jar } = testSession();
    session.signIn(live, false);
    expect(session.get()).toMatchObject({ isLive: true, canGoToggle: true });
    session.signIn(registered, false);
    expect(session.get()).toMatchObject({ isLive: false, canGoToggle: false });
    expect(jar.daysLeft('is-live')).toBeNull();
  });

  test('it is restored from its cookie', () => {
    const { session, open } = testSession();
    session.signIn(live, false);
    expect(open().get().isLive).toBe(true);
  });

  test('it cannot be turned on while the merchant may not switch modes', () => {
    const { session } = testSession();
    session.signIn(registered, false);
    session.setLive(true);
    expect(session.get().isLive).toBe(false);
  });

  test('a live-capable merchant switches to test mode and back', () => {
    const { session, jar } = testSession();
    session.signIn(live, true);
    session.setLive(false);
    expect(session.get().isLive).toBe(false);
    session.setLive(true);
    expect(jar.daysLeft('is-live')).toBeCloseTo(10);
  });

  test('a merchant that is no longer live-capable is switched to test mode', () => {
    const { session } = testSession();
    const changes: SessionChange[] = [];
    session.signIn(live, false);
    session.subscribe((change) => changes.push(change));
    session.setMerchant({ status: 4, permissions });
    expect(session.get()).toMatchObject({ isLive: false, canGoToggle: false });
    expect(changes).toEqual(['mode']);
  });

  test('an unchanged answer of the server notifies nobody', () => {
    const { session } = testSession();
    session.signIn(live, false);
    const changes: SessionChange[] = [];
    session.subscribe((change) => changes.push(change));
    session.setMerchant({ status: 3, permissions });
    expect(changes).toEqual([]);
  });

  test('being allowed to switch modes is not reported as a change of permissions', () => {
    const { session } = testSession();
    session.signIn({ ...live, status: 1 }, false);
    const changes: SessionChange[] = [];
    session.subscribe((change) => changes.push(change));
    session.setMerchant({ status: 3, permissions });
    expect(session.get().canGoToggle).toBe(true);
    expect(changes).toEqual(['may-toggle']);
  });

  test('looking at the portal as a role is known by the merchant’s answer, and ends with it', () => {
    const { session } = testSession();
    session.signIn(live, false);
    const changes: SessionChange[] = [];
    session.subscribe((change) => changes.push(change));
    session.setMerchant({ status: 3, permissions, viewing_role: { id: 1, name: 'Cashier' } });
    expect(session.get().isLooking).toBe(true);
    session.setMerchant({ status: 3, permissions, viewing_role: null });
    expect(session.get().isLooking).toBe(false);
    expect(changes).toEqual(['may-toggle', 'may-toggle']);
  });

  test('permissions changed on the server take effect', () => {
    const { session } = testSession();
    session.signIn(live, false);
    session.setMerchant({ status: 3, permissions: [{ name: 'create-invoice' }] });
    expect([...session.get().permissions]).toEqual(['create-invoice']);
  });
});

describe('the end of a session', () => {
  test('a successful sign-out deletes all three cookies', () => {
    const { session, jar } = testSession();
    session.signIn(live, true);
    session.signOut(true);
    expect(jar.read()).toBe('');
    expect(session.get()).toMatchObject({ token: null, isLive: false, canGoToggle: false });
  });

  test('a failed sign-out deletes only the token, and the session cannot be resumed', () => {
    const { session, jar } = testSession();
    session.signIn(live, true);
    session.signOut(false);
    expect(jar.read()).toContain('permissions=');
    expect(session.get().token).toBeNull();
    expect(session.mayResume()).toBe(false);
  });

  test('a refused refresh deletes the token', () => {
    const { session } = testSession();
    session.signIn(live, true);
    session.end();
    expect(session.get().token).toBeNull();
    expect(session.mayResume()).toBe(false);
  });
});

test('another tab adopts a change of mode without broadcasting it again', async () => {
  const name = `session-${Math.random()}`;
  const [here, there] = [new BroadcastChannel(name), new BroadcastChannel(name)];
  const now = () => Date.UTC(2026, 0, 1);
  const [jar, storage] = [memoryJar(now), memoryStorage()];
  const first = createSession({ jar, storage, now, channel: here });
  const second = createSession({ jar, storage, now, channel: there });
  try {
    first.signIn(live, false);
    await new Promise<void>((resolve) => {
      const stop = second.subscribe((change) => {
        if (change !== 'mode') return;
        stop();
        resolve();
      });
      first.setLive(false);
    });
    expect(second.get().isLive).toBe(false);
  } finally {
    here.close();
    there.close();
  }
});

test('another tab’s switch to another business is a move, and nothing on this page is for that business', async () => {
  const tokenOf = (mid: number) => `h.${btoa(JSON.stringify({ mid }))}.s`;
  const name = `session-${Math.random()}`;
  const [here, there] = [new BroadcastChannel(name), new BroadcastChannel(name)];
  const now = () => Date.UTC(2026, 0, 1);
  const [jar, storage] = [memoryJar(now), memoryStorage()];
  const first = createSession({ jar, storage, now, channel: here });
  const second = createSession({ jar, storage, now, channel: there });
  const next = () =>
    new Promise<SessionChange>((resolve) => {
      const stop = second.subscribe((change) => {
        stop();
        resolve(change);
      });
    });
  try {
    const arrived = next();
    first.signIn({ ...live, access_token: tokenOf(1) }, false);
    expect(await arrived).toBe('signed-in');
    const again = next();
    first.signIn({ ...live, access_token: tokenOf(1) }, false);
    expect(await again).toBe('signed-in');
    expect(second.hasMoved()).toBe(false);
    const moved = next();
    first.signIn({ ...live, access_token: tokenOf(2) }, false);
    expect([await moved, first.hasMoved(), second.hasMoved()]).toEqual(['moved', false, true]);
  } finally {
    here.close();
    there.close();
  }
});

test('when another tab changes what the session may, as by looking as a role, this one asks again as whom it looks', () => {
  const { queryKey } = queryOf(auth.me);
  queryClient.setQueryData(queryKey, { data: {} } as never);
  ofThisBrowser.setMerchant({ status: 3, permissions: [{ name: 'view-invoices-list' }] });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
